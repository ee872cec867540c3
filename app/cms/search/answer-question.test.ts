import { describe, expect, test } from 'vitest'
import { answerQuestion } from './answer-question.ts'
import { SearchIndex, type IndexedEntry } from './search-index.ts'
import { synonymsOf } from './synonyms.ts'

const groups = [
  { id: 'grades', label: 'Grades' },
  { id: 'pages', label: 'Pages' },
]

const texts: Record<string, readonly [group: string, title: string, ...texts: string[]]> = {
  pv90s: ['grades', 'PV 90 S', 'Sheath at 90 C, ST2 of IS 5831'],
  pv80s: ['grades', 'PV 80 S', 'Sheath at 80 C, also for 90 days of storage, S type'],
  pv90l: ['grades', 'PV 90 L', 'Sheath with low smoke'],
  hf60s: ['grades', 'HF60S', 'Halogen-free sheath'],
  colour: ['pages', 'Colours', 'Every colour of the RAL list'],
  policy: ['pages', 'Whistle blower policy', 'How to report a concern'],
  delhi: ['pages', 'दिल्ली', 'दिल्ली में केबल'],
  lentils: ['pages', 'दल', 'दल और चावल'],
  agm: ['pages', 'AGM 2023', 'Notice of the annual general meeting'],
  compounds: ['pages', 'Compounds', 'Compounds for cables'],
}

const STANDARD = { place: '', date: '', kind: '', weight: 1 }
const index = new SearchIndex()
for (const [id, [group, title, ...rest]] of Object.entries(texts)) {
  index.set({ ...{ id, group, title, texts: rest }, ...STANDARD, href: `/${id}` } satisfies IndexedEntry)
}

const synonyms = synonymsOf([
  ['whistleblower', 'whistle blower', 'vigil mechanism'],
  ['zero halogen', 'halogen-free'],
])
const ask = (question: string) => answerQuestion(question, { index, groups, synonyms })
const found = (question: string) => ask(question).groups.flatMap((group) => group.found.map(({ entry }) => entry.id))

describe('a name of a grade', () => {
  test.each(['PV 90 S', 'pv90s', 'PV-90-S', 'pv 90s', 'pv90 s'])('%s: that grade alone', (question) => {
    expect(found(question)).toEqual(['pv90s'])
    expect(ask(question).fit).toBe('all')
  })

  test.each(['PV 95 S', 'PV95S', 'pv 90 x'])('%s, which there is not: no other one is guessed', (question) => {
    expect(found(question)).toEqual([])
    expect(ask(question).suggestion).toBeUndefined()
  })

  test.each(['hf 60 s', 'HF-60-S'])('%s, which the text writes together: found', (question) => {
    expect(found(question)).toEqual(['hf60s'])
  })

  test('its beginning: all grades that begin so', () => {
    expect(found('pv 9').sort()).toEqual(['pv90l', 'pv90s'])
  })
})

test.each([
  ['is5831 st 2', ['pv90s']],
  ['agm 2023', ['agm']],
  ['sheath IS 5831', ['pv90s']],
  ['what is the colour', ['colour']],
])('%s: numbers together with their letters as far as the texts have them so', (question, ids) => {
  expect(found(question)).toEqual(ids)
})

test.each([
  ['IS 5831:1984', ['pv90s']],
  ['IS:5831-1984 sheath', ['pv90s']],
  ['IS 5831:1984 ST2', ['pv90s']],
  ['IS 1554:1984', []],
])('%s: a standard without the edition that no text has', (question, ids) => {
  expect(found(question)).toEqual(ids)
  expect(ask(question).suggestion).toBeUndefined()
})

test.each([
  ['policies', ['policy']],
  ['compound', ['compounds']],
  ['AGMs', ['agm']],
  ['zero halogens', ['hf60s']],
])('%s: the other number of a word is no error', (question, ids) => {
  expect(found(question)).toEqual(ids)
  expect(ask(question)).toMatchObject({ fit: 'all', suggestion: undefined })
})

test('words of any question are left out, unless there are no others', () => {
  expect(found('please show the latest colours')).toEqual(['colour'])
  expect(ask('latest')).toMatchObject({ count: 0, words: ['latest'] })
})

describe('of what has the same words', () => {
  const entry = { ...STANDARD, group: 'pages', title: 'Zinc', texts: [], href: '/' }
  const ordered = (...entries: Partial<IndexedEntry>[]) => {
    const own = new SearchIndex()
    for (const [at, more] of entries.entries()) own.set({ ...entry, id: String(at), ...more })
    const { groups: shown } = answerQuestion('zinc', { index: own, groups, synonyms })
    return shown.flatMap((group) => group.found.map(({ entry: { id } }) => id))
  }

  test('the newest comes first, whenever it was added', () => {
    expect(ordered({ date: '2024-01-01' }, { date: '2020-01-01' }, { date: '2026-01-01' })).toEqual(['2', '0', '1'])
  })

  test('a text behind it counts less than its own', () => {
    const [one, other] = [
      { title: 'Copper', texts: ['zinc'] },
      { title: 'Copper', furtherTexts: ['zinc'] },
    ]
    expect(ordered(other, one)).toEqual(['1', '0'])
  })

  test('what weighs less comes last', () => {
    expect(ordered({ weight: 0.5 }, {})).toEqual(['1', '0'])
  })

  test('the name of a kind finds what is of this kind, after what has the word itself', () => {
    expect(ordered({ title: 'Copper', kind: 'Zinc' }, {})).toEqual(['1', '0'])
  })
})

describe('how much fits', () => {
  test('all words: no typing error is allowed', () => {
    expect(ask('compounds')).toMatchObject({ fit: 'all', suggestion: undefined, count: 1 })
  })

  test('a typing error: similar words, and the right ones are suggested with what they find', () => {
    expect(ask('compuonds')).toMatchObject({
      fit: 'similar',
      count: 1,
      suggestion: { question: 'compounds', count: 1 },
    })
  })

  test('a suggestion keeps the other words as they were typed', () => {
    expect(ask('Compuonds for CABLES').suggestion?.question).toBe('compounds for CABLES')
  })

  test.each([
    ['whistlebloer', 'whistleblower'],
    ['vigil mechansm', 'vigil mechanism'],
  ])('%s, which only other words for something have: %s is suggested', (question, suggested) => {
    expect(ask(question)).toMatchObject({ suggestion: { question: suggested, count: 1 } })
  })

  test('not all words anywhere: what has some of them', () => {
    const { fit, count } = ask('colour zebra')
    expect([fit, count]).toEqual(['some', 1])
  })

  test.each(['', 'zebra', '!!!', 'the', '.*', '[{'])('%j: nothing', (question) => {
    expect(ask(question)).toMatchObject({ count: 0, groups: [], suggestion: undefined })
  })
})

test.each([
  ['दल', ['lentils']],
  ['दिल्ली', ['delhi']],
  ['केबल', ['delhi']],
])('Hindi, %s: %j', (question, ids) => {
  expect(found(question)).toEqual(ids)
})

test('synonyms, of one word or of several', () => {
  expect(found('whistleblower')).toEqual(['policy'])
  expect(found('zero halogen')).toEqual(['hf60s'])
  expect(ask('whistleblower').suggestion).toBeUndefined()
})

test('groups: the one with the best entry first', () => {
  expect(ask('colour').groups.map(({ id }) => id)).toEqual(['pages'])
  expect(ask('sheath').groups.map(({ id }) => id)).toEqual(['grades'])
})

test('nine words: the ninth is not read', () => {
  expect(found('compounds cables compounds cables compounds cables compounds cables zebra')).toEqual(['compounds'])
})

test('removed: not found by any word, and suggested no more', () => {
  index.set({
    id: 'gone',
    group: 'pages',
    title: 'Vanishing',
    ...STANDARD,
    href: '/gone',
    texts: ['Quicksilver'],
  })
  expect(found('quicksilver')).toEqual(['gone'])
  index.delete('gone')
  expect(found('quicksilver')).toEqual([])
  expect(ask('quicksilwer')).toMatchObject({ count: 0, suggestion: undefined })
})

test('two letters the other way round: what is meant, and a suggestion', () => {
  expect(found('ploicy')).toEqual(['policy'])
  expect(ask('ploicy')).toMatchObject({ fit: 'similar', suggestion: { question: 'policy', count: 1 } })
})

test('what has the written word comes before what has only another word for it, however often', () => {
  const own = new SearchIndex()
  const entry = (id: string, text: string) => ({
    id,
    group: 'pages',
    title: id,
    texts: [text],
    ...STANDARD,
    href: `/${id}`,
  })
  own.set(entry('one', 'A jacket, jackets, and a jacket again'))
  own.set(entry('two', 'A longer text on cables for mines, with a sheath that takes abrasion and oil'))
  own.set(entry('three', 'The same on cables for mines, with a sheath that takes abrasion and water'))
  const answer = answerQuestion('sheath', { index: own, groups, synonyms: synonymsOf([['sheath', 'jacket']]) })
  expect(answer.groups[0]?.found.at(-1)?.entry.id).toBe('one')
})
