import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { markdownOfHtml } from './pasted-html.ts'

const entry = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:36pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`

describe('text with formats becomes Markdown', () => {
  test.each([
    ['bold, italic', '<p>A <b>bold </b>and <i>italic</i> word</p>', 'A **bold** and *italic* word'],
    ['bold words in several pieces', '<p><b>One</b><b> two <b>three</b></b> four</p>', '**One two three** four'],
    ['lines broken by hand', '<p><b>Plot 1</b><br>Goa</p>', '**Plot 1**  \nGoa'],
    ['a quotation', '<blockquote><p>One</p><p>Two</p></blockquote>', '> One\n> \n> Two'],
    ['a text and a block', 'Text<div>Block with <em>signs</em></div>more', 'Text\n\nBlock with *signs*\n\nmore'],
    [
      'an address with signs',
      '<p><a href="https://example.com/a_(b) c">x_y</a></p>',
      '[x_y](https://example.com/a_%28b%29%20c)',
    ],
    ['headings', '<h1><b>Results</b></h1><h2>Second</h2><p>Text</p>', '# Results\n\n## Second\n\nText'],
    [
      'a link to a page, and one into a file',
      '<p><a href="https://example.com/a" title="x">Read</a> and <a href="file:///C:/a.doc">this</a></p>',
      '[Read](https://example.com/a) and this',
    ],
    ['a list', '<ul><li><p>PVC</p></li><li>XLPE<ul><li>Soft</li></ul></li></ul>', '- PVC\n- XLPE\n  - Soft'],
    ['a numbered list', '<ol start="3"><li>Dry</li><li>Mix</li></ol>', '3. Dry\n4. Mix'],
    [
      'lists of Word, with a second level',
      `<p class=MsoNormal>We make:</p>${entry(1, '·', 'PVC')}${entry(2, 'o', 'Soft <b>and</b> hard')}${entry(1, '·', 'XLPE')}<p class=MsoNormal>More</p>${entry(1, '1.', 'Dry')}`,
      'We make:\n\n- PVC\n  - Soft **and** hard\n- XLPE\n\nMore\n\n1. Dry',
    ],
    [
      'Google Docs, where styles make bold words and a b means nothing',
      '<b style="font-weight:normal"><p>A <span style="font-weight:700">bold</span> <span style="font-style:italic">word</span></p></b>',
      'A **bold** *word*',
    ],
    [
      'a table',
      '<table><tr><th>Grade</th><th>Use</th></tr><tr><td>PX</td><td></td></tr></table>',
      '- Grade; Use\n- PX',
    ],
    ['empty lines', '<p><b>A</b></p><p>&nbsp;</p><p>&nbsp;</p><p>B&nbsp;C</p>', '**A**\n\nB C'],
    [
      'signs of Markdown as text',
      '<p>1. 5*3, HF_10, _x [y]</p><p><b>A</b></p>',
      '1\\. 5\\*3, HF_10, \\_x \\[y\\]\n\n**A**',
    ],
    ['Hindi and Arabic', '<p><b>पहला</b> شريط</p>', '**पहला** شريط'],
  ])('%s', (_, html, expected) => {
    expect(markdownOfHtml(html)).toBe(expected)
  })
})

test.each([
  ['no formats', '<p>One</p><p>Two</p>'],
  ['an editor of program text', '<div style="white-space: pre;"><b># Head</b></div>'],
  ['too long', `<b>x</b>${'x'.repeat(8_000_001)}`],
])('%s: undefined, so that the plain text is taken', (_, html) => {
  expect(markdownOfHtml(html)).toBeUndefined()
})

test('scripts, pictures and dangerous links: left out, nothing of them in the page', () => {
  const html =
    '<p><b>A</b><script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">go</a><style>p{}</style></p>'
  const markdown = markdownOfHtml(html) ?? ''
  expect(markdown).toBe('**A**go')
  expect(renderMarkdown(markdown)).toBe('<p><strong>A</strong>go</p>\n')
})
