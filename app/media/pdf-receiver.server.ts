import { documentIndex } from './document-info.server.ts'
import type { FileReceiver } from './receive-form.server.ts'
import { storePdf } from './store-pdf.server.ts'

/**
 * Takes the PDFs of one file input into a `folder` of the uploads. The text field gets the address as content writes it,
 * `/uploads/reports/annual-report-2024-25-1a2b3c4d.pdf`; size and date of the file are known by then.
 */
export function pdfReceiver(field: string, folder: string): FileReceiver {
  return {
    field,
    async store(source, originalName) {
      const file = await storePdf(source, originalName, { folder })
      await documentIndex.add(file)
      return `/uploads/${file}`
    },
  }
}
