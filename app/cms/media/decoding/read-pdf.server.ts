import { open, type FileHandle } from 'node:fs/promises'
import type * as Pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'
import type { PDFDocumentLoadingTask, PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { within } from '#app/cms/platform/within.ts'
import type { PdfReading } from './decoder-jobs.ts'
import { pdfDay, xmpDay } from './document-day.ts'
import { pdfTexts } from './pdf-texts.server.ts'
import { findPdfScripts } from './find-pdf-scripts.server.ts'
import { readXmp } from './xmp.ts'

/** The first pages, in which text is searched: the first one of a report is often a picture. */
const TEXT_PAGES = 5

/** Time for an answer that is left out if it takes too long (ms). */
const MAX_ANSWER_MS = 5_000

const MAX_TEXT_LENGTH = 300

/**
 * Reads from a PDF what the site shows of it and what staff should know, or why it cannot be opened. Rejects with the
 * system's error.
 */
export async function readPdf({ file, timeZone }: { file: string; timeZone: string }): Promise<PdfReading> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    if (size === 0) return { problem: 'damaged' }
    const pdf = await openPdf(handle, size)
    try {
      const reading = await Promise.race([describe(pdf, timeZone), pdf.unreadable])
      if ('problem' in reading || reading.hasScripts) return reading
      // The library leaves out the actions of links and bookmarks, but it reads encrypted files.
      return { ...reading, hasScripts: await answer(findPdfScripts(handle, size)) }
    } finally {
      await pdf.task.destroy()
    }
  } finally {
    await handle.close()
  }
}

interface OpenPdf {
  task: PDFDocumentLoadingTask
  guessed: { isNeeded: boolean }
}

/**
 * `unreadable` rejects with the system's error if a part of the file cannot be read. `guessed` says whether characters
 * of the text are guessed.
 */
async function openPdf(handle: FileHandle, size: number) {
  const { getDocument, PDFDataRangeTransport, VerbosityLevel } = await loadPdfjs()
  let fail: (error: unknown) => void
  const unreadable = new Promise<never>((_resolve, reject) => (fail = reject))
  class FileRanges extends PDFDataRangeTransport {
    override requestDataRange(begin: number, end: number) {
      readRange(handle, begin, end).then((bytes) => {
        this.onDataRange(begin, bytes)
      }, fail)
    }
  }
  const guessed = { isNeeded: false }
  const task = getDocument({
    range: new FileRanges(size, null),
    disableAutoFetch: true,
    disableStream: true,
    isEvalSupported: false,
    useWasm: false,
    useWorkerFetch: false,
    verbosity: VerbosityLevel.ERRORS,
    CMapReaderFactory: charactersOf(guessed),
  })
  return { task, unreadable, guessed }
}

async function readRange(handle: FileHandle, begin: number, end: number) {
  const bytes = new Uint8Array(end - begin)
  for (let filled = 0; filled < bytes.length;) {
    const { bytesRead } = await handle.read(bytes, filled, bytes.length - filled, begin + filled)
    if (bytesRead === 0) throw new Error('The file has become shorter while it was read')
    filled += bytesRead
  }
  return bytes
}

/**
 * Replaces the tables of East Asian characters, which are larger than the library: each character is any character.
 * Whether there is text is known all the same.
 */
function charactersOf(guessed: { isNeeded: boolean }) {
  return class {
    fetch() {
      guessed.isNeeded = true
      const cMapData = new TextEncoder().encode(
        'begincmap 1 begincodespacerange <0000> <ffff> endcodespacerange 1 begincidrange <0000> <ffff> 0 endcidrange endcmap',
      )
      return Promise.resolve({ cMapData, isCompressed: false })
    }
  }
}

async function describe({ task, guessed }: OpenPdf, timeZone: string): Promise<PdfReading> {
  let pdf: PDFDocumentProxy
  let firstPage: PDFPageProxy
  try {
    pdf = await task.promise
    firstPage = await pdf.getPage(1)
  } catch (error) {
    return { problem: error instanceof Error && error.name === 'PasswordException' ? 'password' : 'damaged' }
  }
  const { info, xmp } = await readMetadata(pdf)
  const mark = await answer(pdf.getMarkInfo())
  const { texts, textPages } = (await answer(pdfTexts(pdf))) ?? NO_TEXTS
  return {
    date:
      pdfDay(info.get('ModDate'), timeZone) ??
      pdfDay(info.get('CreationDate'), timeZone) ??
      xmpDay(xmp.modified, timeZone) ??
      xmpDay(xmp.created, timeZone),
    title: shortText(info.get('Title')) ?? shortText(xmp.title),
    language: shortText(info.get('Language')),
    pages: pdf.numPages,
    isTagged: mark?.Marked === true,
    hasText: await answer(hasText(pdf)),
    hasScripts: await answer(hasScripts(pdf, firstPage)),
    ...(guessed.isNeeded ? NO_TEXTS : { texts, textPages }),
  }
}

const NO_TEXTS = { texts: [], textPages: 0 }

async function readMetadata(pdf: PDFDocumentProxy) {
  const { info, metadata } = (await answer(pdf.getMetadata())) ?? {}
  const packet: unknown = metadata?.getRaw()
  return {
    info: new Map<string, unknown>(Object.entries(info ?? {})),
    xmp: typeof packet === 'string' ? readXmp(packet) : {},
  }
}

/** Undefined if a damaged part prevents the answer, or if it takes too long. */
function answer<Value>(value: Promise<Value>): Promise<Value | undefined> {
  return within(MAX_ANSWER_MS, value).catch(() => undefined)
}

async function hasText(pdf: PDFDocumentProxy) {
  for (let number = 1; number <= Math.min(pdf.numPages, TEXT_PAGES); number += 1) {
    if (await hasPageText(await pdf.getPage(number))) return true
  }
  return false
}

type TextContent = Awaited<ReturnType<PDFPageProxy['getTextContent']>>

/** Stops at the first text: a page may contain a million characters. */
async function hasPageText(page: PDFPageProxy) {
  const reader = page.streamTextContent().getReader()
  try {
    for (;;) {
      const chunk: ReadableStreamReadResult<TextContent> = await reader.read()
      if (chunk.done) return false
      if (chunk.value.items.some((item) => 'str' in item && item.str.trim() !== '')) return true
    }
  } finally {
    await reader.cancel(new Error('Text found'))
  }
}

/** Scripts of the document, of its form fields, and of its first page. */
async function hasScripts(pdf: PDFDocumentProxy, firstPage: PDFPageProxy) {
  // Null if there are none, against its type.
  const actions: unknown = await firstPage.getJSActions()
  const hasActions = typeof actions === 'object' && actions !== null && Object.keys(actions).length > 0
  return hasActions || (await pdf.hasJSActions())
}

function shortText(text: unknown) {
  if (typeof text !== 'string') return undefined
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}\s]+/gu, ' ').trim()
  return line === '' ? undefined : line.slice(0, MAX_TEXT_LENGTH).trim()
}

/**
 * Loads the library that reads PDFs, at the first PDF: images need none of its memory. Both halves of it run in this
 * thread, because the decoder is a process of its own. Nothing is drawn, so the classes of a canvas may be empty.
 */
async function loadPdfjs(): Promise<typeof Pdfjs> {
  Object.assign(globalThis, { DOMMatrix: Object, ImageData: Object, Path2D: Object })
  // The library finds its second half by this name, instead of loading it from an address.
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}
