// Makes the sample PDFs that ship in uploads/: `node scripts/sample-documents.mjs`. Run it after a change of their texts;
// a run without a change leaves every byte as it was.
import { mkdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { financialDocuments } from './sample-documents/financial-documents.mjs'
import { offerDocuments } from './sample-documents/offer-documents.mjs'
import { policies } from './sample-documents/policies.mjs'
import { writePdf } from './sample-documents/write-pdf.mjs'

export const sampleDocuments = [...financialDocuments, ...policies, ...offerDocuments]

/** @param {string} uploadsDir */
async function writeSampleDocuments(uploadsDir) {
  for (const sample of sampleDocuments) {
    const file = path.join(uploadsDir, sample.file)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(file, await writePdf(sample))
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const uploadsDir = fileURLToPath(new URL('../uploads', import.meta.url))
  await writeSampleDocuments(uploadsDir)
  console.log(`${sampleDocuments.length} sample documents written to ${uploadsDir}`)
}
