import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { MAX_PDF_TEXTS, MAX_PDF_TEXTS_BYTES } from './decoder-jobs.ts'

/** A document of at most so many pages is read to its end. */
const MAX_WHOLE_PAGES = 8

/** Pages of a longer one of which the text is read. They say what it is about. */
const FIRST_PAGES = 2

/** Longer paragraphs are parted, so that a result can show the one that has the words. */
const PARAGRAPH_LENGTH = 600

/** A gap of so many heights of its letters is between paragraphs. */
const GAP = 1.7

type Outline = Awaited<ReturnType<PDFDocumentProxy['getOutline']>>
type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>
type TextItem = Extract<TextContent['items'][number], { str: string }>

/** Collects texts until they have as many bytes as are kept of a document. */
class Texts {
  readonly list: string[] = []
  #bytes = 0

  get isFull(): boolean {
    return this.#bytes >= MAX_PDF_TEXTS_BYTES || this.list.length >= MAX_PDF_TEXTS
  }

  add(written: string): void {
    const text = written.replace(/[\p{Cc}\p{Co}\p{Cs}\s]+/gu, ' ').trim()
    if (text === '' || this.isFull) return
    const cut = Buffer.from(text).subarray(0, MAX_PDF_TEXTS_BYTES - this.#bytes)
    // A letter that was cut through is left out.
    const kept = cut.toString().replace(/\ufffd$/, '')
    this.#bytes += cut.length
    if (kept !== '') this.list.push(kept)
  }
}

/** The bookmarks of a PDF and the paragraphs of its pages, as far as they are kept. */
export async function pdfTexts(pdf: PDFDocumentProxy): Promise<{ texts: string[]; textPages: number }> {
  const texts = new Texts()
  addBookmarks(await pdf.getOutline(), texts)
  const pages = pdf.numPages <= MAX_WHOLE_PAGES ? pdf.numPages : FIRST_PAGES
  let textPages = 0
  for (let number = 1; number <= pages; number += 1) {
    await addPage(await pdf.getPage(number), texts)
    if (texts.isFull) break
    textPages = number
  }
  return { texts: texts.list, textPages }
}

function addBookmarks(outline: Outline | null, texts: Texts) {
  // A damaged file may have bookmarks in bookmarks without end.
  const waiting = [...(outline ?? [])]
  for (let next = waiting.shift(); next && !texts.isFull; next = waiting.shift()) {
    texts.add(next.title)
    waiting.push(...(next.items as NonNullable<Outline>).slice(0, MAX_PDF_TEXTS))
  }
}

async function addPage(page: PDFPageProxy, texts: Texts) {
  const reader = page.streamTextContent().getReader()
  let paragraph = ''
  let last: TextItem | undefined
  try {
    while (!texts.isFull) {
      const chunk: ReadableStreamReadResult<TextContent> = await reader.read()
      if (chunk.done) break
      for (const item of chunk.value.items) {
        if (!('str' in item)) continue
        if (paragraph.length > PARAGRAPH_LENGTH || isBelowGap(item, last)) {
          texts.add(paragraph)
          paragraph = ''
        }
        paragraph += item.str
        // The parts of a word that is divided at the end of a line stay together.
        if (item.hasEOL && !/\p{L}[-\u00ad]$/u.test(paragraph)) paragraph += ' '
        if (item.str.trim() !== '') last = item
      }
    }
    texts.add(paragraph)
  } finally {
    await reader.cancel(new Error('Enough text'))
  }
}

function isBelowGap({ str, transform, height }: TextItem, last: TextItem | undefined) {
  if (!last || str.trim() === '') return false
  const [place, before] = [Number(transform[5]), Number(last.transform[5])]
  return Math.abs(before - place) > GAP * Math.max(height, last.height)
}
