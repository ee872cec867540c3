import { describe, expect, test } from 'vitest'
import { withTicked } from '#app/site/addresses/grade-selection.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { valueName } from '#app/site/sections/grade-finder/indexed-values.ts'
import { ownRequest } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { loader } from './grades.tsx'

const { content } = await createTestSite()
const by = { author: 'admin', reason: 'test' }

function catchError(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return error
  }
}

/** What the page of an address shows. */
function visit(query = '') {
  return loader({ request: ownRequest(`/products/grades${query}`) })
}

function find(query = '') {
  const { finder } = visit(query)
  if (!finder) throw new Error('The site has grades')
  return { ...finder, titles: finder.fitting.map(({ title }) => title) }
}

function compare(query: string) {
  const { comparison } = visit(query)
  if (!comparison) throw new Error('Nothing is compared')
  const rows = comparison.groups.flatMap((group) => group.rows)
  return { ...comparison, row: (name: string) => rows.find((row) => row.name === name) }
}

const STRENGTH = valueName('tensile-strength', 'IEC 60811-501', '')

describe('finder', () => {
  test('no query: all grades, those of the first range first, and nothing to take away', () => {
    const all = find()
    const count = Number.parseInt(all.part.words)
    expect(all.part).toMatchObject({ words: `${count} grades`, page: 1, pageCount: 3 })
    expect(all.titles[0]).toBe('HF 40 I')
    expect(all.filters).toEqual([])
    const rows = [all, find('?page=2'), find('?page=3')].map(({ fitting }) => fitting.length)
    expect(rows).toEqual([25, 25, count - 50])
  })

  test('two values of a facet: either; two facets: both. A count does not depend on what is chosen beside it', () => {
    const found = find('?layer=Sheath&layer=Insulation&standard=IS+5831')
    expect(found.titles).toEqual(['PV 70 A', 'PV 85 C', 'PV 70 S', 'PV 90 S'])
    const layers = found.facets.find(({ facet }) => facet === 'layer')?.choices
    expect(layers).toEqual([
      { value: 'Insulation', label: 'Insulation', count: 2 },
      { value: 'Sheath', label: 'Sheath', count: 2 },
    ])
    expect(layers?.map(({ value }) => value)).not.toContain('Bedding')
  })

  test('each filter is a link to the selection without it', () => {
    const { filters } = find(`?layer=Sheath&voltage=low&q=pvc&value1=${encodeURIComponent(STRENGTH)}&min1=14,5`)
    expect(filters.map(({ text }) => text)).toEqual([
      'Layer: Sheath',
      'Voltage: Low voltage, up to 1.1 KV',
      'Tensile strength (IEC 60811-501) ≥ 14.5\u00a0MPa',
      '“pvc”',
    ])
    expect(filters[0]?.href).not.toContain('layer')
    expect(find(filters[3]?.href.slice('/products/grades'.length)).filters).toHaveLength(3)
  })

  test('a bound: what fits; what has no such value is apart, with the value by another method', () => {
    const found = find(`?layer=Sheath&value1=${encodeURIComponent(STRENGTH)}&min1=14`)
    expect(found.titles).toEqual(['PV 70 S', 'PV 90 S', 'PV 90 L'])
    expect(found.columns).toMatchObject([{ title: 'Tensile strength,\nMPa', by: '(IEC 60811-501)' }])
    const other = found.unknown.find(({ title }) => title === 'PE 94 B')
    expect(other?.asked).toEqual([{ text: '25\u00a0MPa', otherBy: 'ASTM D638', isOpen: false }])
    expect(found.unknown.map(({ title }) => title)).not.toContain('HF 60 S')
  })

  test('a bound with its unit, and bounds the wrong way round: said, and nothing is lost', () => {
    const asked = `?value1=${encodeURIComponent(STRENGTH)}&min1=14+MPa`
    expect(find(asked)).toMatchObject({
      problems: [{ text: 'Write a number such as 15.5, without its unit', sides: ['min'] }],
      selection: { asked: [{ atLeast: '14 MPa' }] },
      notes: ['Look at “Values” in the filters. Write a number such as 15.5, without its unit'],
    })
    expect(find(`${asked}&max1=5`).titles).toEqual(find().titles)
    expect(find(`?value1=${encodeURIComponent(STRENGTH)}&min1=14&max1=12`)).toMatchObject({
      problems: [{ text: '“At least” is higher than “at most”', sides: ['min', 'max'] }],
      titles: [],
    })
  })

  test('nothing fits: what each filter taken away would find, most first', () => {
    const { fitting, wider } = find('?standard=IEC+60502-1&layer=Bedding')
    expect(fitting).toEqual([])
    expect(wider.map(({ text, count }) => [text, count])).toEqual(
      [
        ['Standard: IEC 60502-1', 1],
        ['Layer: Bedding', 3],
      ].toSorted((a, b) => Number(b[1]) - Number(a[1])),
    )
  })

  test.each([
    ['LOI ≥ 32', ['Oxygen index (ASTM D2863) ≥ 32\u00a0% 5']],
    [
      'tensile at least 12.5 MPa',
      ['Tensile strength (IEC 60811-501) ≥ 12.5\u00a0MPa 6', 'Tensile strength (ASTM D638) ≥ 12.5\u00a0MPa 5'],
    ],
    [
      'black sheath with tensile strength min 12,5',
      ['Tensile strength (IEC 60811-501) ≥ 12.5\u00a0MPa 1', /ASTM D638.* 3$/],
    ],
    ['hot set < 70', ['Hot set (IEC 60811-507, 200 °C, 0.2 MPa) ≤ 70\u00a0% 4']],
    ['colour ≥ 3', []],
    ['LOI ≥ high', []],
  ])('a bound in words, %s: links to the values that it may mean', (words, expected) => {
    const { meant, titles } = find(`?q=${encodeURIComponent(words)}`)
    expect(titles).toEqual([])
    expect(meant.map(({ text, count }) => `${text} ${count}`)).toEqual(
      expected.map((text) => (typeof text === 'string' ? text : (expect.stringMatching(text) as string))),
    )
    for (const { href, count } of meant)
      expect(find(href.slice('/products/grades'.length)).part.words).toContain(`${count} of `)
  })

  test('words that no grade has: the names that are nearly these, and what to type', () => {
    const { meant, notes } = find('?q=xl+33+b')
    expect(meant[0]).toMatchObject({ text: 'XL 33 P', href: '/products/grades?q=XL+33+P', count: 1 })
    expect(notes).toEqual([expect.stringMatching(/^Try the name of a grade/)])
  })

  test('a value that no grade has: found by none, and can be taken away', () => {
    const { facets, filters, titles } = find('?layer=Armour')
    expect(titles).toEqual([])
    expect(facets.find(({ facet }) => facet === 'layer')?.choices).toContainEqual({
      ...{ value: 'Armour', label: 'Armour', count: 0 },
    })
    expect(filters).toEqual([{ text: 'Layer: Armour', href: '/products/grades' }])
  })

  test('a discontinued grade: only if it is asked for, by a former name too; a changed one is known at once', async () => {
    const section = grades.entry('pv-90-s')
    const before = content.read(section).value
    const change = { ...before, state: 'discontinued' as const, formerNames: ['PV 88 S'] }
    await content.update(section, { ...by, change: () => change })
    expect(find('?q=pv90s').titles).toEqual([])
    expect(find('?q=PV+88+S&discontinued=yes').fitting).toMatchObject([{ title: 'PV 90 S', state: 'Discontinued' }])
    await content.update(section, { ...by, change: () => before })
    expect(find('?q=pv90s').titles).toEqual(['PV 90 S'])
  })
})

describe('comparison', () => {
  test('a discontinued grade: its state, with its successor, beside those of the others', async () => {
    expect(compare('?compare=pv-90-s,pv-90-l').row('State')).toBeUndefined()
    const section = grades.entry('pv-90-s')
    const before = content.read(section).value
    const change = { ...before, state: 'discontinued' as const, successor: 'pv-90-l' }
    await content.update(section, { ...by, change: () => change })
    const { row, notes } = compare('?compare=pv-90-s,pv-90-l')
    expect(row('State')?.cells).toEqual([
      [
        { text: 'Discontinued', by: '' },
        { text: 'PV 90 L', by: 'Successor', href: '/products/pvc-compound/pv-90-l' },
      ],
      [{ text: 'Regular', by: '' }],
    ])
    expect(notes).toEqual(['Discontinued: PV 90 S'])
    await content.update(section, { ...by, change: () => before })
  })

  test('values with their methods, and a mark where grades have them by different ones', () => {
    const { grades: shown, row } = compare('?compare=pv-90-s&compare=pe-94-b')
    expect(shown.map(({ title }) => title)).toEqual(['PV 90 S', 'PE 94 B'])
    expect(row('Tensile strength, MPa')).toEqual({
      name: 'Tensile strength, MPa',
      cells: [[{ text: '15.5', by: 'IEC 60811-501' }], [{ text: '25', by: 'ASTM D638' }]],
      isUnpublished: [false, false],
      isByDifferentMethods: true,
    })
    expect(row('Melt flow, g/10 min')).toBeUndefined()
    const others = row('Other values')?.cells
    expect(others?.[0]).toContainEqual({ text: 'Elongation, %: 270', by: 'IEC 60811-501' })
    expect(others?.[1]).toContainEqual({
      text: 'Melt flow, g/10 min: 0.55',
      by: 'ASTM D1238, 190\u00a0°C, 2.16\u00a0kg',
    })
    expect(row('Standards')?.cells).toEqual([
      [
        { text: 'IS 5831 ST2', by: '' },
        { text: 'IEC 60502-1 ST2', by: '' },
      ],
      [{ text: 'IEC 60502-1 ST7', by: '' }],
    ])
  })

  test('a property without a value: not published if others of the product have it', async () => {
    const section = grades.entry('hf-60-s')
    const before = content.read(section).value
    const values = before.values.filter(({ property }) => property !== 'moisture')
    await content.update(section, { ...by, change: () => ({ ...before, values, whatChanged: 'Moisture' }) })
    const row = compare('?compare=hf-40-i,hf-60-s,pv-90-s').row('Moisture, %')
    expect(row?.cells.map(({ length }) => length)).toEqual([1, 0, 0])
    expect(row?.isUnpublished).toEqual([false, true, false])
    await content.update(section, { ...by, change: () => ({ ...before, whatChanged: 'Moisture' }) })
  })

  test('the data sheet of each grade; “None” for the cure of a grade beside a cured one, and no row without any', () => {
    const { grades: shown, row } = compare('?compare=pv-90-s,xl-11-s')
    const page = '/products/pvc-compound/pv-90-s'
    expect(shown[0]).toMatchObject({ title: 'PV 90 S', href: page, sheet: `${page}.pdf` })
    expect(row('Cure')?.cells[0]).toEqual([{ text: 'None', by: '' }])
    expect(compare('?compare=pv-90-s,pv-90-l').row('Cure')).toBeUndefined()
  })

  test('only differences: what is equal is left out', () => {
    expect(compare('?compare=hf-40-i,hf-62-m').row('Elongation, %')?.cells).toHaveLength(2)
    const { row } = compare('?compare=hf-40-i,hf-62-m&differences=only')
    expect(row('Elongation, %')).toBeUndefined()
    expect(row('Oxygen index, %')?.cells).toEqual([
      [{ text: '34', by: 'ASTM D2863' }],
      [{ text: '40', by: 'ASTM D2863' }],
    ])
  })

  test('unknown grades and more than four: named, the others are shown', () => {
    const keys = ['hf-40-i', 'no-such', 'hf-60-s', 'hf-62-m', 'hf-55-uv', 'hf-30-b', 'hf-40-i']
    expect(compare(`?compare=${keys.join(',')}`)).toMatchObject({
      grades: [{ title: 'HF 40 I' }, { title: 'HF 60 S' }, { title: 'HF 62 M' }, { title: 'HF 55 UV' }],
      notes: ['Not found: no-such', 'At most 4 grades fit side by side. Left out: HF 30 B'],
    })
  })

  test('fewer than two: the list, with what is ticked and what is missing', () => {
    expect(find('?q=&show=comparison')).toMatchObject({ ticked: [], notes: ['Tick 2 to 4 grades to compare them'] })
    expect(find('?product=hffr-compound&show=comparison').notes).toEqual(['Tick 2 to 4 grades to compare them'])
    expect(find('?compare=hf-40-i,no-such')).toMatchObject({
      ticked: [{ key: 'hf-40-i', title: 'HF 40 I' }],
      notes: ['Not found: no-such', 'HF 40 I is ticked. Tick one to three more, then compare'],
    })
  })

  test('more than four ticked in a form: the list again, with all of them and how many to untick', () => {
    const sent = ['hf-40-i', 'hf-60-s', 'hf-62-m', 'hf-55-uv', 'hf-30-b'].map((key) => `&compare=${key}`).join('')
    for (const query of [`?show=comparison${sent}`, `?product=hffr-compound&show=comparison${sent}`]) {
      expect(find(query)).toMatchObject({
        ticked: [{}, {}, {}, {}, { title: 'HF 30 B' }],
        notes: ['5 grades were ticked. Compare takes 4: untick 1'],
      })
    }
  })

  test('the next page of the list and another selection have what is ticked, at most ten', () => {
    const { ticked, notes, part } = find('?page=2&compare=hf-40-i&compare=pv-90-s')
    expect(ticked.map(({ title }) => title)).toEqual(['HF 40 I', 'PV 90 S'])
    expect({ notes, page: part.page }).toEqual({ notes: [], page: 2 })
    const all = find().fitting.map(({ key }) => key)
    expect(find(withTicked('', all).replace('?compare', '?q=pvc&compare')).ticked).toHaveLength(10)
  })

  test('forms send what was looked for as well: the comparison has an address without it', () => {
    for (const form of ['?q=&layer=Sheath&show=comparison', '?product=hffr-compound&show=comparison']) {
      const sent = catchError(() => visit(`${form}&compare=hf-40-i&compare=pv-90-s`))
      expect(sent).toBeInstanceOf(Response)
      expect((sent as Response).headers.get('Location')).toBe('/products/grades?compare=hf-40-i,pv-90-s')
    }
  })
})
