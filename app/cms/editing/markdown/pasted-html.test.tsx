import { describe, expect, test } from 'vitest'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { markdownOfHtml, readPastedHtml } from './pasted-html.ts'

const entry = (level: number, sign: string, text: string) =>
  `<p class=MsoListParagraph style='margin-left:${36 * level}pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span style='mso-list:Ignore'>${sign}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${text}<o:p></o:p></p>\n`

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
      '| Grade | Use |\n| --- | --- |\n| PX |  |',
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

const below = (level: number, text: string) =>
  `<p class=MsoListParagraphCxSpMiddle style='margin-left:${36 * level}pt'>${text}<o:p></o:p></p>\n`

describe('lists keep their numbers and levels', () => {
  test.each([
    [
      'Google Docs and Outlook, with a list between two entries',
      '<ol><li>One</li><ol><li>Sub</li></ol><li>Two</li></ol>',
      '1. One\n   1. Sub\n2. Two',
    ],
    ['a list in an entry without text', '<ul><li>One</li><li><ul><li>Sub</li></ul></li></ul>', '- One\n  - Sub'],
    [
      'numbers of Word that go on after a paragraph',
      `${entry(1, '1.', 'One')}${entry(1, '2.', 'Two')}<p class=MsoNormal>Between</p>${entry(1, '3.', 'Three')}`,
      '1. One\n2. Two\n\nBetween\n\n3. Three',
    ],
    [
      'clauses of Word with paragraphs and a lower level',
      `${entry(1, '1.', 'One')}${below(1, 'More')}${entry(1, '2.', 'Two')}${entry(2, 'a)', 'Sub')}${below(2, 'Of sub')}${below(1, 'Of two')}${entry(1, '3.', 'Three')}`,
      '1. One\n\n   More\n2. Two\n\n   - a) Sub\n\n     Of sub\n\n   Of two\n3. Three',
    ],
    ['signs that Markdown does not have', `${entry(1, '1.1', 'One')}${entry(1, '1.2', 'Two')}`, '- 1.1 One\n- 1.2 Two'],
    ['letters', '<ol type="a" start="3"><li>Dry</li><li>Mix</li></ol>', '- c. Dry\n- d. Mix'],
    ['numbers that leave some out', '<ol><li>One</li><li value="4">Four</li></ol>', '1. One\n\n4) Four'],
    ['two lists that both begin at 1', '<ol><li>A</li></ol><ol><li>B</li></ol>', '1. A\n\n1) B'],
  ])('%s', (_, html, expected) => {
    expect(markdownOfHtml(html)).toBe(expected)
  })
})

describe('tables', () => {
  test.each([
    [
      'cells with links, bold words, line breaks and paragraphs',
      '<table><tr><td><p>Grade A</p><p>for pipes</p></td><td><a href="https://example.com/a">Data<br>sheet</a></td></tr><tr><td><b>B</b> | C</td><td>x</td></tr></table>',
      '|  |  |\n| --- | --- |\n| Grade A for pipes | [Data sheet](https://example.com/a) |\n| **B** \\| C | x |',
    ],
    [
      'a caption, headings that are only bold, merged and empty columns',
      '<table><caption>Times</caption><tr><td><b>Time</b></td><td></td><td><b>Item</b></td></tr><tr><td rowspan="2">16:00</td><td></td><td>Results</td></tr><tr><td></td><td><b>Call</b></td></tr></table>',
      'Times\n\n| Time | Item |\n| --- | --- |\n| 16:00 | Results |\n|  | **Call** |',
    ],
    [
      'a newsletter, laid out with a table',
      '<table><tr><td><h1>News</h1><p>First with <b>bold</b>.</p><p>Second.</p><ul><li>one</li><li>two</li></ul></td></tr></table>',
      '# News\n\nFirst with **bold**.\n\nSecond.\n\n- one\n- two',
    ],
    [
      'a hidden row and a hidden column of Excel',
      '<table><col><col style="display:none"><tr><td>A</td><td>secret</td><td>1</td></tr><tr style="display:none"><td>no</td></tr><tr><td>B</td><td>secret</td><td>2</td></tr></table>',
      '|  |  |\n| --- | --- |\n| A | 1 |\n| B | 2 |',
    ],
  ])('%s', (_, html, expected) => {
    expect(markdownOfHtml(html)).toBe(expected)
  })
})

describe('words and signs stay as they are shown', () => {
  test.each([
    [
      'exponents and indexes',
      '<p>10<sup>14</sup> ohm, g/cm<sup>3</sup>, 10<sup>-</sup><sup>6</sup>, H<sub>2</sub>O, e<sup>x</sup>, T<sub>g</sub>, 1<sup>st</sup>, Name<sup>TM</sup></p>',
      '10¹⁴ ohm, g/cm³, 10⁻⁶, H₂O, e^x, Tg, 1st, Name™',
    ],
    ['a line break at the end of a mark', 'As a <strong>user<br></strong>I want', 'As a **user**  \nI want'],
    [
      'signs between marks and letters',
      '<p>said<b>“yes”</b>then <b>Note:</b>text</p>',
      'said“**yes**”then **Note**:text',
    ],
    ['a line break in a heading', '<h2>Annual<br>report</h2>', '## Annual report'],
    [
      'struck words',
      '<p>Price <s>100</s> <span style="text-decoration:line-through">95</span> 90</p>',
      'Price ~~100 95~~ 90',
    ],
    ['a mark around paragraphs', '<b><p>One</p><p>Two</p></b>', '**One**\n\n**Two**'],
    ['a link around a heading', '<a href="https://example.com"><h2>Head</h2></a>', '## [Head](https://example.com)'],
    ['an exclamation mark before a link', '<p>See!<a href="/a">this</a></p>', 'See\\![this](/a)'],
    [
      'entities and addresses as text',
      '<p><b>A</b> &amp;lt; &lt;https://a.b&gt; ~~no~~</p>',
      '**A** \\&lt; \\<https://a.b> \\~\\~no\\~\\~',
    ],
    [
      'lines that look like blocks',
      '<p><b>A</b><br>1) x<br>---<br># y<br>&gt; z<br>+ p<br>===</p>',
      '**A**  \n1\\) x  \n\\---  \n\\# y  \n\\> z  \n\\+ p  \n\\===',
    ],
    [
      'addresses with which Google and Outlook count clicks',
      '<p><a href="https://www.google.com/url?q=https://example.com/a%3Fb%3D1&amp;sa=D">a</a> <a href="https://eur01.safelinks.protection.outlook.com/?url=https%3A%2F%2Fexample.com%2Fc&amp;data=05">c</a></p>',
      '[a](https://example.com/a?b=1) [c](https://example.com/c)',
    ],
    [
      'text of a page whose spaces are kept',
      '<p>One <span style="white-space: pre">and</span> <b>two</b></p>',
      'One and **two**',
    ],
  ])('%s', (_, html, expected) => {
    expect(markdownOfHtml(html)).toBe(expected)
  })
})

describe('what a program does not show is left out, and counted', () => {
  test.each([
    [
      'comments, deletions and hidden words of Word',
      `<style><!-- span.Note {mso-style-name:Note; display:none} --></style>
      <p class=MsoNormal>The dividend is <del cite="mailto:x" datetime="2026-11-01T10:00">12</del><del>%</del><ins>10%</ins> <b><a style='mso-comment-reference:A_1'>per share</a></b><span class=MsoCommentReference><span style='font-size:8.0pt'><a class=msocomanchor href="#_msocom_1">[A1]</a></span></span>.<span style='display:none;mso-hide:all'>internal</span><span class=Note>note</span></p>
      <div style='mso-element:comment-list'><div style='mso-element:
      comment'><p class=MsoCommentText>Not before the board has met</p></div></div>`,
      'The dividend is 10% **per share**.',
      { comments: 1, deletions: 1, hidden: 1 },
    ],
    [
      'a fragment of Word in which only the sign of a comment is',
      '<p>Words<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_2">[B2]</a></span></p>',
      'Words',
      { comments: 1, deletions: 0, hidden: 0 },
    ],
    [
      'Google Docs',
      '<b style="font-weight:normal"><p>Text<sup><a href="#cmnt1" id="cmnt_ref1">[a]</a></sup></p><div><p><a href="#cmnt_ref1">[a]</a><span>Really?</span></p></div></b>',
      'Text',
      { comments: 1, deletions: 0, hidden: 0 },
    ],
    [
      'Word in a browser, and attributes of pages',
      '<p><span class="TextRun TrackChangeTextDeletion">old</span>new <span role="deletion">x</span><span hidden>y</span><i style="visibility: hidden">z</i></p>',
      'new',
      { comments: 0, deletions: 2, hidden: 1 },
    ],
    [
      'a whole paragraph that is deleted, in LibreOffice',
      '<del><p>Old paragraph</p></del><p>New</p>',
      'New',
      { comments: 0, deletions: 1, hidden: 0 },
    ],
    [
      'the page numbers that Word hides from screens, which nobody misses',
      '<p><b>Contents</b><span style="display:none;mso-hide:screen">. 4</span></p>',
      '**Contents**',
      { comments: 0, deletions: 0, hidden: 0 },
    ],
  ])('%s', (_, html, markdown, leftOut) => {
    expect(readPastedHtml(html)).toEqual({ markdown, leftOut, pictures: 0 })
  })
})

test.each([
  ['no formats', '<p>One</p><p>Two</p>'],
  ['an editor of program text', '<div style="font-family: Menlo, monospace; white-space: pre;"><b># Head</b></div>'],
  ['program text of a page', '<pre><b># Head</b></pre>'],
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
