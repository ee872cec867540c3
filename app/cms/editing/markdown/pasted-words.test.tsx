import fc from 'fast-check'
import { expect, test } from 'vitest'
import { renderMarkdown } from '#app/cms/ui/render-markdown.ts'
import { readPastedHtml } from './pasted-html.ts'
import { markdownOfPasted } from './pasted-text.ts'

/** Words of one format. `is` says what its program does with them. */
interface Piece {
  text: string
  marks: ('bold' | 'italic' | 'struck' | 'link')[]
  is: 'shown' | 'deleted' | 'hidden' | 'comment'
}

type Block =
  | { kind: 'paragraph' | 'heading'; pieces: Piece[] }
  | { kind: 'list'; entries: { level: number; pieces: Piece[] }[] }
  | { kind: 'table'; rows: Piece[][][] }

/** How a program writes text into the clipboard. */
interface Program {
  piece: (piece: Piece) => string
  paragraph: (html: string) => string
  list: (entries: { level: number; html: string }[]) => string
  page: (html: string) => string
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const wrapped = (html: string, marks: Piece['marks'], tags: Record<Piece['marks'][number], [string, string]>) =>
  marks.reduce((inner, mark) => `${tags[mark][0]}${inner}${tags[mark][1]}`, html)

const TAGS: Record<Piece['marks'][number], [string, string]> = {
  bold: ['<b>', '</b>'],
  italic: ['<i>', '</i>'],
  struck: ['<s>', '</s>'],
  link: ['<a href="https://example.com/a_(b)">', '</a>'],
}
const STYLED: typeof TAGS = {
  bold: ['<span style="font-weight: 700;">', '</span>'],
  italic: ['<span style="font-style: italic;">', '</span>'],
  struck: ['<span style="text-decoration: line-through;">', '</span>'],
  link: TAGS.link,
}

/** Lists in one another, as HTML has them. */
const nested = (entries: { level: number; html: string }[], inEntry: boolean, level = 1): string => {
  let html = ''
  for (let at = 0; at < entries.length;) {
    const end = entries.findIndex((entry, index) => index > at && entry.level <= level)
    const inner = entries.slice(at + 1, end === -1 ? undefined : end)
    const list = inner.length > 0 ? nested(inner, inEntry, level + 1) : ''
    html += inEntry ? `<li>${entries[at]?.html ?? ''}${list}</li>` : `<li>${entries[at]?.html ?? ''}</li>${list}`
    at += 1 + inner.length
  }
  return `<ol>${html}</ol>`
}

const word: Program = {
  piece: ({ text, marks, is }) => {
    const html = wrapped(escaped(text), marks, TAGS)
    if (is === 'deleted') return `<del cite="mailto:A" datetime="2026-11-01T10:00">${html}</del>`
    if (is === 'hidden') return `<span style='display:none;\nmso-hide:all'>${html}</span>`
    if (is === 'comment')
      return `<span class=MsoCommentReference><a class=msocomanchor href="#_msocom_1">${escaped(text)}</a></span>`
    return `<span lang=EN-GB style='font-size:11.0pt'>${html}</span>`
  },
  paragraph: (html) => `<p class=MsoNormal>${html}<o:p></o:p></p>\n\n`,
  list: (entries) =>
    entries
      .map(({ level, html }) => {
        const sign = `<![if !supportLists]><span style='mso-list:Ignore'>${level}.<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>`
        return `<p class=MsoListParagraph style='margin-left:${36 * level}.0pt;text-indent:-18.0pt;mso-list:l0 level${level} lfo1'>${sign}${html}<o:p></o:p></p>\n`
      })
      .join(''),
  page: (html) =>
    `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri"} --></style></head><body lang=EN-GB><!--StartFragment-->${html}<!--EndFragment--></body></html>`,
}
const docs: Program = {
  piece: ({ text, marks, is }) => {
    const html = wrapped(escaped(text), marks, STYLED)
    if (is === 'deleted') return `<del>${html}</del>`
    if (is === 'hidden') return `<span style="display: none">${html}</span>`
    if (is === 'comment') return `<a href="#cmnt1">${escaped(text)}</a>`
    return `<span style="font-size:11pt;font-weight:400;font-style:normal;white-space:pre-wrap;">${html}</span>`
  },
  paragraph: (html) => `<p dir="ltr" style="line-height:1.38;">${html}</p>`,
  list: (entries) => nested(entries, false),
  page: (html) => `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1">${html}</b>`,
}
const PROGRAMS: [string, Program][] = [
  ['Word', word],
  [
    'Word for Mac in Safari',
    {
      ...word,
      page: (html) =>
        `<meta charset="UTF-8">${html}`
          .replaceAll('<![if !supportLists]>', '<!--[if !supportLists]-->')
          .replaceAll('<![endif]>', '<!--[endif]-->'),
    },
  ],
  [
    'Outlook',
    { ...word, list: (entries) => nested(entries, false), paragraph: (html) => `<div class=MsoNormal>${html}</div>` },
  ],
  ['Google Docs', docs],
  [
    'LibreOffice',
    {
      ...docs,
      piece: (piece) => docs.piece(piece).replaceAll(/<\/?span[^>]*400[^>]*>/g, ''),
      list: (entries) => nested(entries, true),
      paragraph: (html) => `<p style="margin-bottom: 0cm">\n${html}</p>`,
      page: (html) => `<body lang="en-GB" dir="ltr">${html}</body>`,
    },
  ],
  [
    'a page in Chromium',
    {
      ...docs,
      list: (entries) => nested(entries, true),
      paragraph: (html) => `<div style="box-sizing: border-box;">${html}</div>`,
      page: (html) => `<!--StartFragment-->${html}<!--EndFragment--><br class="Apple-interchange-newline">`,
    },
  ],
]

const WORDS = [
  'PVC',
  'two',
  'बल',
  'HF_10',
  '5*3',
  '*',
  '**',
  '1.',
  '2)',
  '#',
  '-',
  '+',
  '[x]',
  '(y)',
  '“z”',
  'Note:',
  '&lt;',
  '&',
  '<b>',
  '<https://a.b>',
  '`',
  '~~',
  '!',
  '|',
  '\\',
  '---',
  '_a_',
  '·',
  '> q',
  '===',
  'a|b',
]
const piece: fc.Arbitrary<Piece> = fc.record({
  text: fc
    .tuple(
      fc.constantFrom('', ' '),
      fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 3 }),
      fc.constantFrom('', ' '),
      fc.constantFrom('', ' '),
    )
    .map(([before, words, between, after]) => before + words.join(between) + after),
  marks: fc.uniqueArray(fc.constantFrom('bold', 'italic', 'struck', 'link'), { maxLength: 2 }),
  is: fc.oneof(
    { weight: 6, arbitrary: fc.constant('shown' as const) },
    fc.constantFrom('deleted', 'hidden', 'comment'),
  ),
})
const pieces = fc.array(piece, { minLength: 1, maxLength: 4 })
const block: fc.Arbitrary<Block> = fc.oneof(
  fc.record({ kind: fc.constantFrom('paragraph', 'heading'), pieces }),
  fc.record({
    kind: fc.constant('list'),
    entries: fc
      .array(fc.record({ level: fc.integer({ min: 1, max: 3 }), pieces }), { minLength: 1, maxLength: 5 })
      .map((entries) => entries.map((entry, at) => ({ ...entry, level: Math.min(entry.level, at + 1) }))),
  }),
  fc.record({
    kind: fc.constant('table'),
    rows: fc.array(fc.array(pieces, { minLength: 3, maxLength: 3 }), { minLength: 1, maxLength: 3 }),
  }),
)

test.each(PROGRAMS)(
  'any text copied from %s: the page shows its words, and nothing that is hidden',
  (_name, program) => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 4 }), (blocks) => {
        const html = program.page(blocks.map((one) => htmlOf(one, program)).join(''))
        const { markdown, leftOut } = readPastedHtml(html) ?? {}
        const hides = piecesOf(blocks).some(({ is, text }) => is !== 'shown' && text.trim() !== '')
        expect(leftOut && leftOut.comments + leftOut.deletions + leftOut.hidden > 0).toBe(hides)
        // Plain text is pasted then, and nothing of it is hidden.
        if (markdown === undefined) return
        const expected = blocks.flatMap(linesOf).join(' ').split(/\s+/).filter(Boolean)
        expect(shownWords(markdown), markdown).toEqual(expected)
      }),
      { numRuns: 40 },
    )
  },
)

test.each(PROGRAMS)('any text copied from %s without formats: as plain text', (_name, program) => {
  const html = program.page(program.paragraph(escaped('One & two')))
  expect(readPastedHtml(html)).toMatchObject({ markdown: undefined })
  expect(markdownOfPasted('One & two')).toBe('One & two')
})

function htmlOf(block: Block, program: Program): string {
  const inline = (list: readonly Piece[]) => list.map(program.piece).join('')
  if ('pieces' in block) {
    const html = inline(block.pieces)
    return block.kind === 'paragraph' ? program.paragraph(html) : `<h2 style="break-after:avoid">${html}</h2>`
  }
  if (block.kind === 'list')
    return program.list(block.entries.map(({ level, pieces: own }) => ({ level, html: inline(own) })))
  const rows = block.rows.map(
    (cells) => `<tr>${cells.map((cell) => `<td width=96>${program.paragraph(inline(cell))}</td>`).join('\n')}</tr>`,
  )
  return `<table class=MsoTableGrid border=1><tbody>${rows.join('\n')}</tbody></table>`
}

function piecesOf(blocks: readonly Block[]): Piece[] {
  return blocks.flatMap((one) =>
    one.kind === 'list'
      ? one.entries.flatMap((entry) => entry.pieces)
      : one.kind === 'table'
        ? one.rows.flat(2)
        : one.pieces,
  )
}

/** The words that a reader sees, a line for each paragraph, entry and cell. */
function linesOf(block: Block): string[] {
  const line = (list: readonly Piece[]) => list.map(({ is, text }) => (is === 'shown' ? text : '')).join('')
  if (block.kind === 'list') return block.entries.map((entry) => line(entry.pieces))
  return block.kind === 'table' ? block.rows.flat().map(line) : [line(block.pieces)]
}

function shownWords(markdown: string) {
  const { body } = new DOMParser().parseFromString(renderMarkdown(markdown), 'text/html')
  for (const element of body.querySelectorAll('p, h1, h2, h3, h4, h5, h6, li, td, th, br')) element.before(' ')
  for (const element of body.querySelectorAll('ul, ol')) element.before(' ')
  return body.textContent.split(/\s+/).filter(Boolean)
}
