import type * as Pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs'

/**
 * Loads the library that reads PDFs, at the first PDF: images need none of its memory. Both halves of it run in this
 * thread, because the decoder is a process of its own. Nothing is drawn, so the classes of a canvas may be empty.
 */
export async function loadPdfjs(): Promise<typeof Pdfjs> {
  Object.assign(globalThis, { DOMMatrix: Object, ImageData: Object, Path2D: Object })
  // The library finds its second half by this name, instead of loading it from an address.
  Object.assign(globalThis, { pdfjsWorker: await import('pdfjs-dist/legacy/build/pdf.worker.mjs') })
  return import('pdfjs-dist/legacy/build/pdf.mjs')
}
