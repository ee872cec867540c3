import { expect, test } from 'vitest'
import { renderGroups, renderMarkdown, renderParts, wordsOfMarkdown } from './render-markdown.ts'

test('markup in the text: shown as text', () => {
  expect(renderMarkdown('<script>alert(1)</script> <img src=x onerror=alert(1)>')).not.toMatch(/<(?:script|img)/)
})

test('a script as link target: no link', () => {
  expect(renderMarkdown('[x](javascript:alert(1)) [y](data:text/html,z)')).not.toContain('href')
})

test('headings begin below the page and section headings', () => {
  expect(renderMarkdown('# One\n\n## Two')).toBe('<h3>One</h3>\n<h4>Two</h4>\n')
})

test('the largest heading gets the first level, so that the page leaves none out', () => {
  expect(renderMarkdown('## One\n\n### Two', { firstHeading: 2 })).toBe('<h2>One</h2>\n<h3>Two</h3>\n')
  expect(renderMarkdown('### One\n\n# Two', { firstHeading: 2 })).toBe('<h4>One</h4>\n<h2>Two</h2>\n')
})

test('a list that begins with Arabic or Hebrew: its marks are at the right', () => {
  expect(renderMarkdown('- **حجم** 100 µm\n\n1. PVC: حجم')).toMatch(/^<ul dir="rtl">[^]*<ol>/)
  expect(renderMarkdown('1. 33 כבל')).toContain('<ol dir="rtl">')
})

test('links below the path of a view: pages of this site alone', () => {
  const html = renderMarkdown(
    '[a](/products?x#y) [b](/menus/code.pdf) [c](https://example.com/products) [d](#top) [e](//example.com)',
    { pageBase: '/view' },
  )
  expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual([
    '/view/products?x#y',
    '/menus/code.pdf',
    'https://example.com/products',
    '#top',
    '//example.com',
  ])
})

test('a table: scrolls by itself, without headings if none has a text, and without styles', () => {
  expect(renderMarkdown('|  |  |\n| --- | --: |\n| a | 1 |')).toBe(
    '<div class="prose__table" role="group" aria-label="Table" tabindex="0"><table>\n<tbody>\n<tr>\n<td>a</td>\n<td class="prose__cell--right">1</td>\n</tr>\n</tbody>\n</table></div>\n',
  )
  expect(renderMarkdown('| a |\n| --- |\n| 1 |')).toContain('<thead>')
})

test('a list whose entries begin with signs of their own: without bullets', () => {
  const list = '<ul class="prose__clauses" role="list">'
  expect(renderMarkdown('- a. One\n  - (i) Sub\n- b. Two')).toMatch(new RegExp(`^${list}[^]*${list}`))
  expect(renderMarkdown('- 1.1 One\n- 1.2 Two')).toContain(list)
  expect(renderMarkdown('- a. One\n- Two')).not.toContain('prose__clauses')
  expect(renderMarkdown('- A. Smith\n- B. Jones')).not.toContain('prose__clauses')
})

test('a number and its unit, a standard or a grade and its number: on one line', () => {
  const shown = (text: string) => renderMarkdown(text).replaceAll('\u00a0', '_')
  expect(shown('above 5 N/mm at 80 °C on 323.9 mm')).toBe('<p>above 5_N/mm at 80_°C on 323.9_mm</p>\n')
  expect(shown('PC 95 T to ISO 9001, up to 33 KV and above')).toBe(
    '<p>PC_95_T to ISO_9001, up to 33_KV and above</p>\n',
  )
  expect(shown('from 10 to 12 months in **2 kg** bags')).toBe(
    '<p>from 10 to 12 months in <strong>2_kg</strong> bags</p>\n',
  )
  expect(shown('`5 mm`')).toBe('<p><code>5 mm</code></p>\n')
})

test('a block of code: scrolls with the keyboard, and its markup is text', () => {
  expect(renderMarkdown('```\na <b>\n```')).toBe('<pre tabindex="0"><code>a &lt;b&gt;\n</code></pre>\n')
})

test('the words alone: without marks, on one line', () => {
  expect(wordsOfMarkdown('# One\n\nTwo **three**\nfour [five](/six) `7`\n\n- eight')).toBe(
    'One Two three four five 7 eight',
  )
})

test('in parts: what is above the first heading, and each of the largest headings with what follows', () => {
  expect(renderParts('Hello.\n\n## One *more*\n\nText\n\n### Below\n\n## Two')).toEqual({
    before: '<p>Hello.</p>\n',
    parts: [
      { title: 'One more', heading: '<h3>One <em>more</em></h3>\n', html: '<p>Text</p>\n<h4>Below</h4>\n' },
      { title: 'Two', heading: '<h3>Two</h3>\n', html: '' },
    ],
  })
  expect(renderParts('Only text')).toEqual({ before: '<p>Only text</p>\n', parts: [] })
})

test('in groups: the smaller headings with what follows, below the larger ones', () => {
  const text = 'Hello.\n\n## Orders\n\nFirst.\n\n### How *much*?\n\nOne tonne.\n\n#### Below\n\n## Shares\n\n### When?'
  expect(renderGroups(text, { firstHeading: 2 })).toEqual({
    before: '<p>Hello.</p>\n',
    groups: [
      {
        title: 'Orders',
        before: '<p>First.</p>\n',
        parts: [{ title: 'How much?', html: '<p>One tonne.</p>\n<h4>Below</h4>\n' }],
      },
      { title: 'Shares', before: '', parts: [{ title: 'When?', html: '' }] },
    ],
  })
})

test('in groups, but one of the largest headings has none below it: one group without a title', () => {
  expect(renderGroups('## How much?\n\nOne tonne.\n\n### More\n\n## When?')).toEqual({
    before: '',
    groups: [
      {
        title: '',
        before: '',
        parts: [
          { title: 'How much?', html: '<p>One tonne.</p>\n<h4>More</h4>\n' },
          { title: 'When?', html: '' },
        ],
      },
    ],
  })
  expect(renderGroups('Hello.')).toEqual({ before: '<p>Hello.</p>\n', groups: [] })
})
