import yauzl from 'yauzl'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'

/** Workbooks have some parts for each sheet, picture and chart. */
const MAX_PARTS = 10_000

/** What a workbook of 10 MB may need when a reader opens it. More is a trap. */
const MAX_OPENED_BYTES = 400 * 1024 * 1024

/** The parts that every workbook has. */
const NEEDED_PARTS = ['[Content_Types].xml', 'xl/workbook.xml']

/** The first bytes of a ZIP file that begins with its first part, so with nothing before it. */
const ZIP_HEAD = Buffer.from('PK\x03\x04')

/** The first bytes of workbooks with a password, and of those of Excel 97 to 2003. */
const OLD_HEAD = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Checks that a file is an Excel workbook without macros, by the list of its parts. Nothing is decompressed. `head`: its
 * first bytes. Throws UploadRefused: 415 for another kind of file, 422 for one that is damaged, or that needs too much
 * memory when it is opened.
 */
export async function checkWorkbook(file: string, head: Buffer, name: string): Promise<void> {
  if (head.subarray(0, OLD_HEAD.length).equals(OLD_HEAD)) {
    throw new UploadRefused(
      415,
      `${name} asks for a password, or was saved in the format of Excel 97–2003. Save it as an Excel workbook (XLSX) without a password, then upload it again.`,
    )
  }
  if (!head.subarray(0, ZIP_HEAD.length).equals(ZIP_HEAD)) throw noWorkbook(name)
  const parts = await partsOf(file, name)
  const names = new Set(parts.map(({ fileName }) => fileName))
  if (!NEEDED_PARTS.every((part) => names.has(part))) throw noWorkbook(name)
  if (parts.some(({ fileName }) => /(?:^|\/)vbaProject[^/]*\.bin$/i.test(fileName))) {
    throw new UploadRefused(
      415,
      `${name} contains macros. Save it as an Excel workbook (XLSX), which has none, then upload it again.`,
    )
  }
  if (parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_OPENED_BYTES) {
    throw new UploadRefused(
      422,
      `${name} would need too much memory when it is opened. Save its sheets as several workbooks, then upload them.`,
    )
  }
}

function noWorkbook(name: string) {
  return new UploadRefused(
    415,
    `${name} is not an Excel workbook. Save it as an Excel workbook (XLSX), then upload it again.`,
  )
}

function damaged(name: string, cause: unknown) {
  return new UploadRefused(422, `${name} is a damaged workbook. Save it again, then upload it.`, { cause })
}

/** The list of parts at the end of the file. */
function partsOf(file: string, name: string): Promise<yauzl.Entry[]> {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, strictFileNames: true }, (cause, zip) => {
      // The types say that there is one if there is no error.
      if (cause) {
        reject(damaged(name, cause))
        return
      }
      const parts: yauzl.Entry[] = []
      zip.on('error', (error) => {
        reject(damaged(name, error))
      })
      zip.on('end', () => {
        resolve(parts)
      })
      zip.on('entry', (part: yauzl.Entry) => {
        parts.push(part)
        zip.readEntry()
      })
      if (zip.entryCount > MAX_PARTS) {
        zip.close()
        reject(damaged(name, new Error(`It has ${zip.entryCount} parts`)))
      } else zip.readEntry()
    })
  })
}
