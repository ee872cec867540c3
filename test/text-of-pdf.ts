import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'

/** The text of a PDF, in the order in which it was written, and the number of its pages. */
export async function textOfPdf(data: Uint8Array): Promise<{ pages: number; text: string }> {
  const pdf = await getDocument({ data, verbosity: 0 }).promise
  const texts: string[] = []
  for (let number = 1; number <= pdf.numPages; number += 1) {
    const { items } = await (await pdf.getPage(number)).getTextContent()
    texts.push(...items.flatMap((item) => ('str' in item ? item.str : [])))
  }
  return { pages: pdf.numPages, text: texts.join(' ') }
}
