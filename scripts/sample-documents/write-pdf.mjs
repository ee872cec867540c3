import { buffer } from 'node:stream/consumers'
import PDFDocument from 'pdfkit'
import { COMPANY, longDate } from './sample-document.mjs'

const INK = '#0b1f33'
const STEEL = '#3d5468'
const COPPER = '#a84e1a'
const LINE = '#c9d1d8'

const MARGIN = 64
const BAND_HEIGHT = 196
const REGULAR = 'Helvetica'
const BOLD = 'Helvetica-Bold'
const MARK = 'SAMPLE'
const NOTICE =
  'This is a sample document. It was made to show how the website presents documents; the company, the persons and the figures in it are invented.'

/**
 * Lays a sample document out as a tagged PDF with title and language set. The same document always gives the same bytes.
 *
 * @param {import('./sample-document.mjs').SampleDocument} sample
 * @returns {Promise<Buffer>}
 */
export async function writePdf({ title, subtitle, date, blocks }) {
  const pdf = new PDFDocument({
    size: 'A4',
    margins: { top: MARGIN, bottom: MARGIN + 12, left: MARGIN, right: MARGIN },
    pdfVersion: '1.7',
    lang: 'en-IN',
    tagged: true,
    displayTitle: true,
    bufferPages: true,
    info: {
      Title: title,
      Author: COMPANY,
      Subject: `${subtitle}. Sample document.`,
      // Without fixed dates each run would give other bytes.
      CreationDate: new Date(`${date}T00:00:00Z`),
      ModDate: new Date(`${date}T00:00:00Z`),
    },
  })
  const bytes = buffer(pdf)
  const root = pdf.struct('Document')
  pdf.addStructure(root)

  drawBand(pdf, root, { title, subtitle, date })
  for (const block of blocks) drawBlock(pdf, root, block)
  root.end()
  drawFooters(pdf, title)

  pdf.end()
  return bytes
}

/** @typedef {InstanceType<typeof PDFDocument>} Pdf */
/** @typedef {ReturnType<Pdf['struct']>} Element */

/**
 * Head of the first page: company, title, date, and the mark that nobody can overlook.
 *
 * @param {Pdf} pdf
 * @param {Element} root
 * @param {{ title: string, subtitle: string, date: string }} face
 */
function drawBand(pdf, root, { title, subtitle, date }) {
  const { width } = pdf.page
  const inner = width - 2 * MARGIN
  artifact(pdf, 'Layout', () => {
    pdf.rect(0, 0, width, BAND_HEIGHT).fill(INK)
    pdf
      .rect(width - MARGIN - 92, 40, 92, 28)
      .lineWidth(1.5)
      .stroke('#e08a4b')
  })
  tag(pdf, root, 'P', () => pdf.font(BOLD, 11).fillColor('#fff').text(COMPANY, MARGIN, 48))
  tag(pdf, root, 'P', () =>
    pdf
      .font(BOLD, 14)
      .fillColor('#e08a4b')
      .text(MARK, width - MARGIN - 92, 49, { width: 92, align: 'center', characterSpacing: 2 }),
  )
  tag(pdf, root, 'H1', () => pdf.font(BOLD, 22).fillColor('#fff').text(title, MARGIN, 96, { width: inner }))
  tag(pdf, root, 'P', () =>
    pdf
      .font(REGULAR, 10.5)
      .fillColor('#d5dde4')
      .text(`${subtitle}. ${longDate(date)}`, MARGIN, BAND_HEIGHT - 34, { width: inner }),
  )
  pdf.y = BAND_HEIGHT + 26
  tag(pdf, root, 'P', () => pdf.font(REGULAR, 9).fillColor(COPPER).text(NOTICE, MARGIN, pdf.y, { width: inner }))
  pdf.moveDown(0.6)
}

/**
 * @param {Pdf} pdf
 * @param {Element} root
 * @param {import('./sample-document.mjs').Block} block
 */
function drawBlock(pdf, root, block) {
  switch (block.kind) {
    case 'heading':
      keepTogether(pdf, 150)
      pdf.moveDown(0.9)
      tag(pdf, root, 'H2', () => pdf.font(BOLD, 13).fillColor(INK).text(block.text, MARGIN))
      pdf.moveDown(0.35)
      break
    case 'text':
      tag(pdf, root, 'P', () => pdf.font(REGULAR, 10.5).fillColor(INK).text(block.text, MARGIN, pdf.y, { lineGap: 3 }))
      pdf.moveDown(0.6)
      break
    case 'list':
      drawList(pdf, root, block.items)
      break
    case 'table':
      drawTable(pdf, root, [block.head, ...block.rows])
      break
  }
}

/**
 * @param {Pdf} pdf
 * @param {Element} root
 * @param {string[]} items
 */
function drawList(pdf, root, items) {
  const element = pdf.struct('L')
  root.add(element)
  for (const item of items) {
    keepTogether(pdf, 36)
    const entry = pdf.struct('LI')
    element.add(entry)
    const top = pdf.y
    pdf.font(REGULAR, 10.5)
    tag(pdf, entry, 'Lbl', () => pdf.fillColor(COPPER).text('•', MARGIN, top, { lineGap: 3 }))
    tag(pdf, entry, 'LBody', () => pdf.fillColor(INK).text(item, MARGIN + 16, top, { lineGap: 3 }))
    entry.end()
    pdf.moveDown(0.3)
  }
  element.end()
  pdf.x = MARGIN
  pdf.moveDown(0.4)
}

/**
 * @param {Pdf} pdf
 * @param {Element} root
 * @param {string[][]} rows The first one is the head.
 */
function drawTable(pdf, root, rows) {
  const columns = rows[0]?.length ?? 1
  const inner = pdf.page.width - 2 * MARGIN
  const first = inner * (columns > 2 ? 0.46 : 0.6)
  const other = (inner - first) / (columns - 1)
  const element = pdf.struct('Table')
  root.add(element)
  rows.forEach((cells, index) => {
    pdf.font(index === 0 ? BOLD : REGULAR, 9.5)
    const height = Math.max(
      ...cells.map((cell, column) => pdf.heightOfString(cell, { width: (column === 0 ? first : other) - 8 })),
    )
    keepTogether(pdf, height + 40)
    const top = pdf.y + 5
    const row = pdf.struct('TR')
    element.add(row)
    cells.forEach((cell, column) => {
      const left = MARGIN + (column === 0 ? 0 : first + (column - 1) * other)
      const draw = () => {
        pdf.fillColor(index === 0 ? STEEL : INK).text(cell, left, top, {
          width: (column === 0 ? first : other) - 8,
          align: column === 0 || columns === 2 ? 'left' : 'right',
        })
      }
      const isHeader = index === 0 || column === 0
      // @ts-expect-error The types of pdfkit do not know the scope of a header cell.
      row.add(isHeader ? pdf.struct('TH', { scope: index === 0 ? 'Column' : 'Row' }, draw) : pdf.struct('TD', {}, draw))
    })
    row.end()
    pdf.y = top + height + 5
    artifact(pdf, 'Layout', () =>
      pdf
        .moveTo(MARGIN, pdf.y)
        .lineTo(MARGIN + inner, pdf.y)
        .lineWidth(index === 0 ? 1 : 0.5)
        .stroke(index === 0 ? INK : LINE),
    )
  })
  element.end()
  pdf.x = MARGIN
  pdf.moveDown(1)
}

/**
 * Page numbers, and the mark once more on every page.
 *
 * @param {Pdf} pdf
 * @param {string} title
 */
function drawFooters(pdf, title) {
  const { count } = pdf.bufferedPageRange()
  for (let page = 0; page < count; page += 1) {
    pdf.switchToPage(page)
    const { width, height, margins } = pdf.page
    // Text in the bottom margin would otherwise begin a new page.
    margins.bottom = 0
    artifact(pdf, 'Pagination', () => {
      pdf.font(REGULAR, 8).fillColor(STEEL)
      const top = height - 44
      pdf.text(`${MARK}  |  ${COMPANY}  |  ${title}`, MARGIN, top, { lineBreak: false })
      pdf.text(`${page + 1} / ${count}`, width - MARGIN - 60, top, { width: 60, align: 'right', lineBreak: false })
    })
  }
}

/**
 * Draws inside a structure element, so that a screen reader is told what it is.
 *
 * @param {Pdf} pdf
 * @param {Element} parent
 * @param {'P' | 'H1' | 'H2' | 'Lbl' | 'LBody'} type
 * @param {() => void} draw
 */
function tag(pdf, parent, type, draw) {
  parent.add(pdf.struct(type, {}, draw))
}

/**
 * Draws what a screen reader passes over.
 *
 * @param {Pdf} pdf
 * @param {'Layout' | 'Pagination'} type
 * @param {() => void} draw
 */
function artifact(pdf, type, draw) {
  pdf.markContent('Artifact', { type })
  draw()
  pdf.endMarkedContent()
}

/**
 * Goes to the next page where less than `height` points are left on this one.
 *
 * @param {Pdf} pdf
 * @param {number} height
 */
function keepTogether(pdf, height) {
  if (pdf.y + height > pdf.page.height - pdf.page.margins.bottom) pdf.addPage()
}
