import { readFile } from 'node:fs/promises'

/** A PDF as staff would upload it. */
export async function reportPdf(name: string) {
  return { name, mimeType: 'application/pdf', buffer: await readFile('uploads/reports/annual-report-2024-25.pdf') }
}

/** What names itself a PDF and is none. */
export const falsePdf = {
  name: 'report.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('<html><script>alert(1)</script></html>'),
}
