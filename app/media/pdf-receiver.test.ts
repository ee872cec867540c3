import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { inPieces } from '#test/temporary-images.ts'
import { documentIndex, documentsIn } from './document-info.server.ts'
import { pdfReceiver } from './pdf-receiver.server.ts'

const PDF = await readFile('uploads/reports/annual-report-2024-25.pdf')
const { field, store } = pdfReceiver('fileUrl', 'reports')

test('a file that is no PDF: refused', async () => {
  await expect(store(inPieces(Buffer.from('<html>')), 'a.pdf')).rejects.toMatchObject({ status: 415 })
})

test('a PDF: its address for the field, its size and its own date known when it is stored', async () => {
  const address = await store(inPieces(PDF), 'Just now.pdf')
  expect(field).toBe('fileUrl')
  expect(address).toMatch(/^\/uploads\/reports\/just-now-[0-9a-f]{8}\.pdf$/)
  expect(documentsIn({ report: address })[address]).toEqual({
    bytes: PDF.length,
    date: documentIndex.find('reports/annual-report-2024-25.pdf')?.date,
  })
})
