import { readFile } from 'node:fs/promises'

/** A PDF as staff would upload it. */
export async function reportPdf(name: string) {
  return { name, mimeType: 'application/pdf', buffer: await readFile('uploads/reports/annual-report-2024-25.pdf') }
}

/** A file that claims to be a PDF and is not. */
export const falsePdf = {
  name: 'report.pdf',
  mimeType: 'application/pdf',
  buffer: Buffer.from('<html><script>alert(1)</script></html>'),
}
