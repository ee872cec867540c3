import { readFile } from 'node:fs/promises'
import type { DocumentBlock, DocumentInput } from './decoder-jobs.ts'

type Pdf = PDFKit.PDFDocument

/** In points. */
const MARGIN = 46
const FOOTER_HEIGHT = 26
const SIZES = { title: 22, lead: 10.5, heading: 10.5, text: 9, small: 7.5 }
const MUTED = '#4a5c6b'
const HAIRLINE = '#c9d1d8'

const HEADINGS = 'headings'

/** Makes a tagged PDF. Nothing in it depends on the moment at which it is made. */
export async function makeDocument(input: DocumentInput): Promise<Uint8Array> {
  const { title, author, language, created, colours, fonts, blocks, footer } = input
  // Most processes make no document.
  const { default: PDFDocument } = await import('pdfkit')
  const date = new Date(created)
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, left: MARGIN, right: MARGIN, bottom: MARGIN + FOOTER_HEIGHT },
    pdfVersion: '1.7',
    tagged: true,
    lang: language,
    displayTitle: true,
    bufferPages: true,
    info: { Title: title, Author: author, CreationDate: date, ModDate: date },
  })
  const chunks: Buffer[] = []
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
  const ended = new Promise<void>((resolve, reject) => pdf.once('end', resolve).once('error', reject))
  pdf.registerFont(HEADINGS, await readFile(fonts.headings))
  for (const [index, file] of fonts.texts.entries()) pdf.registerFont(`text-${index}`, await readFile(file))
  const fontFor = fontChooser(pdf, fonts.texts.length)
  const root = pdf.struct('Document')
  pdf.addStructure(root)
  const setting: Setting = { pdf, root, fontFor, colours, width: pdf.page.width - 2 * MARGIN }
  for (const block of blocks) addBlock(setting, block)
  root.end()
  addFooters(setting, footer)
  pdf.end()
  await ended
  return new Uint8Array(Buffer.concat(chunks))
}

interface Setting {
  pdf: Pdf
  /** The structure element of the whole document. */
  root: PDFKit.PDFStructureElement
  fontFor: (text: string) => string
  colours: DocumentInput['colours']
  width: number
}

/** Chooses the first font of those for texts that lacks the fewest characters of a text. */
function fontChooser(pdf: Pdf, count: number) {
  const names = Array.from({ length: count }, (_, index) => `text-${index}`)
  const has = new Map(names.map((name) => [name, charactersOf(pdf.font(name))]))
  return (text: string) => {
    const codePoints = Array.from(text, (one) => one.codePointAt(0) ?? 0)
    const lacks = names.map((name) => codePoints.filter((one) => !has.get(name)?.(one)).length)
    return names[lacks.indexOf(Math.min(...lacks))] ?? 'text-0'
  }
}

/** The fonts of fontkit say which characters they have. The types of pdfkit do not name its font. */
function charactersOf(pdf: Pdf): (codePoint: number) => boolean {
  const { font } = (pdf as unknown as { _font: { font: { hasGlyphForCodePoint: (codePoint: number) => boolean } } })
    ._font
  return (codePoint) => font.hasGlyphForCodePoint(codePoint)
}

function addBlock(setting: Setting, block: DocumentBlock): void {
  switch (block.kind) {
    case 'title':
      addTitle(setting, block)
      return
    case 'heading':
      keepTogether(setting.pdf, 60)
      setting.pdf.moveDown(1.2)
      addText(setting, 'H2', block.text, { size: SIZES.heading, colour: setting.colours.accent, isHeading: true })
      setting.pdf.moveDown(0.25)
      return
    case 'text':
      setting.pdf.moveDown(0.5)
      addText(setting, 'P', block.text, {
        size: block.isSmall ? SIZES.small : SIZES.text,
        colour: block.isSmall ? MUTED : setting.colours.text,
      })
      return
    case 'table':
      addTable(setting, block)
  }
}

interface TextStyle {
  size: number
  colour: string
  isHeading?: boolean
  width?: number
  align?: 'left' | 'right'
}

function addText({ pdf, root, fontFor, width }: Setting, tag: string, text: string, style: TextStyle): void {
  const { size, colour, isHeading = false } = style
  root.add(
    pdf.struct(tag, {}, () => {
      pdf.font(isHeading && fontFor(text) === 'text-0' ? HEADINGS : fontFor(text), size).fillColor(colour)
      pdf.text(text, { width: style.width ?? width, align: style.align ?? 'left' })
    }),
  )
}

/** The name at the left, the facts at the right, both above a line. */
function addTitle(setting: Setting, { text, lead, facts }: Extract<DocumentBlock, { kind: 'title' }>): void {
  const { pdf, colours, width } = setting
  const factsWidth = width * 0.32
  const top = pdf.y
  const left = { width: width - factsWidth - 18 }
  addText(setting, 'H1', text, { ...left, size: SIZES.title, colour: colours.text, isHeading: true })
  if (lead !== '') addText(setting, 'P', lead, { ...left, size: SIZES.lead, colour: colours.text })
  const bottom = pdf.y
  pdf.x = MARGIN + width - factsWidth
  pdf.y = top + 6
  for (const fact of facts)
    addText(setting, 'P', fact, { width: factsWidth, align: 'right', size: SIZES.text, colour: MUTED })
  pdf.x = MARGIN
  pdf.y = Math.max(bottom, pdf.y) + 8
  const y = pdf.y
  pdf.markContent('Artifact', { type: 'Layout' })
  pdf
    .moveTo(MARGIN, y)
    .lineTo(MARGIN + width, y)
    .lineWidth(1.5)
    .stroke(colours.text)
  pdf.endMarkedContent()
  pdf.y = y + 2
}

function addTable(setting: Setting, block: Extract<DocumentBlock, { kind: 'table' }>): void {
  const { pdf, root, fontFor, colours, width } = setting
  const { title, columns, shares, rows } = block
  const whole = shares.reduce((sum, share) => sum + share, 0)
  const head = columns.map((text) => ({
    ...{ text, type: 'TH' as const, scope: 'Column' as const, textColor: MUTED },
    font: { src: fontFor(text), size: SIZES.small },
  }))
  const body = rows.map((cells) =>
    cells.map((text, index) => ({
      ...{ text, textColor: colours.text },
      ...(index === 0 ? { type: 'TH' as const, scope: 'Row' as const } : { type: 'TD' as const }),
      font: { src: index === 0 && fontFor(text) === 'text-0' ? HEADINGS : fontFor(text), size: SIZES.text },
    })),
  )
  const part = pdf.struct('Sect', { title })
  root.add(part)
  pdf.x = MARGIN
  pdf.font('text-0', SIZES.text)
  const options = {
    structParent: part,
    maxWidth: width,
    columnStyles: shares.map((share) => (width * share) / whole),
    defaultStyle: {
      border: { top: 0, right: 0, bottom: 0.5, left: 0 },
      borderColor: HAIRLINE,
      padding: { top: 2.5, right: 6, bottom: 2.5, left: 0 },
      align: { x: 'left' as const, y: 'top' as const },
    },
    data: [...(head.length > 0 ? [head] : []), ...body],
  }
  pdf.table(options)
  part.end()
  pdf.x = MARGIN
}

/** Begins a page if there is no room for a heading and what follows it. */
function keepTogether(pdf: Pdf, height: number): void {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
}

/** The last line of each page. Screen readers leave it out: it repeats. */
function addFooters({ pdf, fontFor, width }: Setting, footer: string): void {
  const { start, count } = pdf.bufferedPageRange()
  for (let page = start; page < start + count; page += 1) {
    pdf.switchToPage(page)
    const { margins, height } = pdf.page
    const bottom = margins.bottom
    // Otherwise a text below the margin would begin a page.
    margins.bottom = 0
    const text = count > 1 ? `${footer}  ·  ${page - start + 1}/${count}` : footer
    pdf.markContent('Artifact', { type: 'Pagination' })
    pdf.font(fontFor(text), SIZES.small).fillColor(MUTED)
    pdf.text(text, MARGIN, height - MARGIN - 8, { width, height: 20, ellipsis: true })
    pdf.endMarkedContent()
    margins.bottom = bottom
  }
}
