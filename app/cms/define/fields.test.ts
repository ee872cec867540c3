import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  choice,
  count,
  day,
  digits,
  documentUrl,
  id,
  line,
  link,
  list,
  optionalDay,
  optionalLine,
  optionalLink,
  optionalText,
  restricted,
  text,
  uploadUrl,
  yearLine,
} from './fields.ts'

const required = [line('Title'), text('Title')]
const optional = [optionalLine('Title'), optionalText('Title')]

describe('a text that was copied from another program', () => {
  test.each([
    ['\u000b', 'the line break of word processors'],
    ['\u0085', 'the line break of mainframes'],
    ['\u2028', 'the line separator'],
    ['\u2029', 'the paragraph separator'],
    ['\r', 'the line break of old Macs'],
  ])('with %j, %s: a line break, or a space on one line', (character) => {
    expect(text('Title').parse(`line one${character}line two`)).toBe('line one\nline two')
    expect(optionalText('Title').parse(`line one${character}line two`)).toBe('line one\nline two')
    expect(line('Title').parse(`line one ${character}${character} line two`)).toBe('line one line two')
    expect(optionalLine('Title').parse(`line one${character}line two`)).toBe('line one line two')
  })

  test.each(['\u0000', '\u000c', '\u001b', '\u007f', '\u009f', '\uffff'])('with %j: it vanishes', (character) => {
    for (const field of [...required, ...optional]) expect(field.parse(`Cab${character}les`)).toBe('Cables')
  })

  test.each(['\u200b', '\u00ad', '\u2060', '\ufeff', '\u3164', '\u115f', '\u2800', '\u200d', '\u200e'])(
    'with %j at its ends: without it',
    (character) => {
      for (const field of [...required, ...optional]) {
        expect(field.parse(`${character} ${character}Cables${character} ${character}`)).toBe('Cables')
      }
      expect(text('Title').parse(`one${character}\n${character}two`)).toBe('one\ntwo')
    },
  )

  test('a telephone number of a list of contacts: without the characters that set its direction', () => {
    expect(line('Mobile').parse('\u202a+91 832 1234\u202c')).toBe('+91 832 1234')
  })

  test('a long text of spaces and invisible characters: in linear time', () => {
    const begin = performance.now()
    text('Title', 100).safeParse(`a${' \u200b'.repeat(200_000)}b`)
    line('Title', 100).safeParse(`a${' \u200b'.repeat(200_000)}b`)
    expect(performance.now() - begin).toBeLessThan(2000)
  })
})

test.each([
  '\u200b',
  '\u00ad',
  '\u2060',
  '\u3164',
  '\u115f',
  '\u2800',
  '\u00a0',
  '\ufeff',
  '\u202e',
  '\ufe0f',
  '\u0000',
])('a text of only %j: is missing', (character) => {
  for (const field of required) {
    const { error } = field.safeParse(`${character}\n ${character}${character}`)
    expect(error?.issues.map(({ message }) => message)).toEqual(['Enter title'])
  }
  expect(line('CIN', 21).safeParse(character).error?.issues[0]?.message).toBe('Enter CIN')
  for (const field of optional) expect(field.parse(character.repeat(3))).toBe('')
})

describe('a text', () => {
  test.each([
    'Cafe\u0301\tn\u0303\n½',
    '👩🏽‍🔬🇮🇳 \u{20bb7}',
    'पॉलिमर \u2066x\u2069 क्\u200dष',
    'می\u200cخواهم',
    'അവന്\u200d',
    'ok \u2764\ufe0f',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '\u0601١٢',
    'two  \nspaces before a line break, and\n    an indent',
  ])('%j: kept as it is', (value) => {
    expect(text('Title').parse(value)).toBe(value)
  })

  test('with half of a character: refused with the words around it', () => {
    for (const field of [...required, ...optional]) {
      const { error } = field.safeParse('Cables \ud83e for ships')
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'Title has a damaged character that cannot be stored, at ▯ in “Cables ▯ for ships”. Delete it and type it again',
      ])
    }
  })

  test('line breaks of forms: kept as those of files', () => {
    expect(text('Title').parse('a\r\nb\rc')).toBe('a\nb\nc')
    expect(line('Title').parse('a\r\nb')).toBe('a b')
  })
})

describe('a link', () => {
  test.each([
    ['HTTPS://EXAMPLE.COM', 'https://example.com'],
    ['Https://User@Example.Com/A?B#C', 'https://user@example.com/A?B#C'],
    ['https://example.com/a\u200b', 'https://example.com/a'],
    ['https://exam\u00adple.com/\u2060a b', 'https://example.com/a%20b'],
    ['tel:+91 832 123', 'tel:+91832123'],
    ['TEL: +91\u00a0832', 'tel:+91832'],
    ['mailto:a@b.c?subject=Hi there', 'mailto:a@b.c?subject=Hi%20there'],
    ['Mailto:A@b.c', 'mailto:A@b.c'],
    ['/products\u200b', '/products'],
    ['#stats', '#stats'],
  ])('%j: becomes %j', (typed, stored) => {
    expect(link('Link').parse(typed)).toBe(stored)
    expect(optionalLink('Link').parse(typed)).toBe(stored)
  })

  test.each([
    ['www.example.com', '. Type https://www.example.com'],
    ['http://example.com', '. Type https://example.com'],
    ['//example.com/a', '. Type https://example.com/a'],
    ['products', '. Type /products'],
    ['info@example.com', '. Type mailto:info@example.com'],
    ['+91 832 123', '. Type tel:+91832123'],
    ['javascript:alert(1)', ''],
    ['https:\\\\example.com', ''],
    ['java\u200bscript:alert(1)', ''],
  ])('%j: refused, with what to type if it can be guessed', (typed, advice) => {
    for (const field of [link('Link'), optionalLink('Link')]) {
      expect(field.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
        `Link must be a path such as /album, or an address that starts with https://, mailto: or tel:${advice}`,
      ])
    }
  })

  test('of invisible characters only: is missing, or empty', () => {
    expect(link('Link').safeParse('\u200b').error?.issues[0]?.message).toBe('Enter link')
    expect(optionalLink('Link').parse('\u200b')).toBe('')
  })
})

test.each([line('Name', 10), text('Name', 10), optionalLine('Name', 10), optionalText('Name', 10)])(
  'a text that is too long: refused for that alone, and looked at no further',
  (field) => {
    const laterRule = vi.fn(() => false)
    const { error } = field.refine(laterRule, 'Refused').safeParse('x'.repeat(11))
    expect(error?.issues.map(({ message }) => message)).toEqual(['Name has 11 characters; the limit is 10'])
    expect(laterRule).not.toHaveBeenCalled()
  },
)

test.each([link('Link'), optionalLink('Link')])(
  'a link that grows beyond the limit when its spaces are encoded: refused',
  (field) => {
    const fits = `/${'a '.repeat(120)}b`
    expect(field.parse(field.parse(fits))).toBe(`/${'a%20'.repeat(120)}b`)
    expect(field.safeParse(`/${'a '.repeat(200)}b`).success).toBe(false)
  },
)

test.each([
  '/uploads/reports/annual-report.html',
  '/uploads/../content/site.pdf',
  '/uploads/a/b/c.pdf',
  '/uploads/.hidden.pdf',
  '/menus/../x.pdf',
  '/menus/a%2fb.pdf',
  '/admin/x.pdf',
  '//example.com/x.pdf',
  'http://example.com/x.pdf',
  'javascript:alert(1)//.pdf',
  'https://',
  'report.pdf',
])('not the address of a PDF (%s): refused', (value) => {
  expect(documentUrl('File').safeParse(value).success).toBe(false)
})

test.each([
  '/uploads/annual-report-1a2b3c4d.pdf',
  '/uploads/reports/annual-report-2024-25.pdf',
  '/menus/breakfast.pdf',
  'https://example.com/investors/results',
])('address of a PDF (%s): taken', (value) => {
  expect(documentUrl('File').parse(value)).toBe(value)
})

test('a film: only a file of ours, and of its kind', () => {
  const film = uploadUrl('Video', 'mp4')
  expect(film.safeParse('/uploads/videos/film.mp4').success).toBe(true)
  for (const value of ['/menus/film.mp4', '/uploads/videos/film.pdf', 'https://example.com/film.mp4']) {
    expect(film.safeParse(value).success, value).toBe(false)
  }
})

test.each(['2025-02-31', '2025-13-01', '2025-8-6', '6 August 2025', '2025-08-06T00:00'])(
  'no day of the calendar (%s): refused',
  (value) => {
    expect(day('Date').safeParse(value).success).toBe(false)
  },
)

test.each(['2024-02-29', '1900-01-01', '2100-12-31'])('a day (%s): taken as it is', (value) => {
  expect(day('Date').parse(value)).toBe(value)
})

test.each(['0026-02-05', '0001-01-01', '1899-12-31', '2101-01-01', '2206-11-20', '9999-12-31'])(
  'a day of a year that nobody means (%s): refused, with what to type',
  (value) => {
    const message = 'Date must be from 1900 to 2100. Type the year with four digits'
    expect(messages(day('Date'), value)).toEqual([message])
    expect(messages(optionalDay('Date'), value)).toEqual([message])
  },
)

test.each(['2025', '2024-25', 'FY 2025', '2024–25', 'Year ended 31 March 2026'])('a year (%s): taken', (value) => {
  expect(yearLine('Year', 30).parse(value)).toBe(value)
})

test.each(['26', 'FY25', '0026', '24-25', '20245', '2345'])('a year without four digits (%s): refused', (value) => {
  expect(messages(yearLine('Year', 30), value)).toEqual([
    'Year must be a year such as 2025 or 2024-25, from 1900 to 2100. Type the year with four digits',
  ])
})

test('a number that is out of its range: the bounds read like years where they may be years', () => {
  expect(messages(count('Year', { min: 1900, max: 2100 }), 1899)).toEqual([
    'Year must be a whole number from 1900 to 2100',
  ])
  expect(messages(count('Length', { max: 20_000 }), -1)).toEqual(['Length must be a whole number from 0 to 20,000'])
})

test.each([
  [line('Batch code'), 'Batch code must be even'],
  [optionalLine('Batch code'), 'Batch code must be even'],
])(
  'a further rule: its message has the label of the field; an empty field has only the message of its kind',
  (field, message) => {
    const even = restricted(field, (value) => Number(value) % 2 === 0, 'even')
    expect(messages(even, '3')).toEqual([message])
    expect(messages(even, '4')).toEqual([])
    expect(messages(even, '')).toEqual(messages(field, ''))
    expect(even.meta()?.title).toBe('Batch code')
  },
)

test('a number as text, and one of a few values: refused with what is meant', () => {
  expect(messages(digits('Capacity', 'tonnes a year'), '6 t')).toEqual([
    'Capacity must be a whole number of tonnes a year with digits only, such as "60000"',
  ])
  expect(messages(digits('Capacity', 'tonnes a year'), 60)[0]).toMatch(/"60000", in quotes$/)
  expect(messages(digits('Capacity', 'tonnes a year'), undefined)).toEqual(['Enter capacity'])
  expect(messages(choice('Network', ['linkedin', 'youtube', 'x']), '')).toEqual(['Choose linkedin, youtube or x'])
})

test('two entries of one _id: refused in every list of records that have one', () => {
  const entry = z.strictObject({ _id: id(), title: line('Title') })
  const { error } = list('Films', entry).safeParse(['a', 'b', 'a'].map((_id) => ({ _id, title: 'Film' })))
  expect(error?.issues.map(({ path, message }) => [path, message])).toEqual([
    [[2, '_id'], '_id "a" is used twice. Enter a different value for this entry'],
  ])
  expect(messages(list('Points', line('Point')), ['same', 'same'])).toEqual([])
})

function messages(field: z.ZodType, value: unknown) {
  return field.safeParse(value).error?.issues.map(({ message }) => message) ?? []
}
