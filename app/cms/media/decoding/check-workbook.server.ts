import yauzl from 'yauzl'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'

/** Workbooks have some parts for each sheet, picture and chart. */
const MAX_PARTS = 10_000

/** What a workbook of 10 MB may need when a reader opens it. More is a trap. */
const MAX_OPENED_BYTES = 400 * 1024 * 1024

/** The parts that every workbook has. */
const CONTENT_TYPES = '[content_types].xml'
const NEEDED_PARTS = [CONTENT_TYPES, 'xl/workbook.xml']

/** Programs in a workbook: those of Visual Basic, and macro sheets of Excel 4.0. */
const MACROS = /(?:^|\/)(?:vbaproject[^/]*\.bin$|(?:intl)?macrosheets\/)/
const MACRO_TYPES = /macroenabled|macrosheet|vbaproject/

/** The type of the main part, by which Excel decides whether a file may be called XLSX (ECMA-376, part 1, 12.3.23). */
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'

/** The list of types has some hundred bytes for each part. */
const MAX_TYPES_BYTES = 2 * 1024 * 1024

/** The first bytes of a ZIP file that begins with its first part, so with nothing before it. */
const ZIP_HEAD = Buffer.from('PK\x03\x04')

/** The first bytes of workbooks with a password, and of those of Excel 97 to 2003. */
const OLD_HEAD = Buffer.from('d0cf11e0a1b11ae1', 'hex')

/**
 * Checks that a file is an Excel workbook without macros, by the list of its parts and by their types. Nothing else is
 * decompressed. `head`: its first bytes. Throws UploadRefused: 415 for another kind of file, 422 for one that is damaged, or that needs too much
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
  const { parts, types } = await partsOf(file, name)
  const names = new Set(parts.map(nameOf))
  if (!NEEDED_PARTS.every((part) => names.has(part))) throw noWorkbook(name)
  if (parts.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MAX_OPENED_BYTES) {
    throw new UploadRefused(
      422,
      `${name} would need too much memory when it is opened. Save its sheets as several workbooks, then upload them.`,
    )
  }
  const declared = contentTypesIn(types)
  if ([...names].some((part) => MACROS.test(part)) || declared.some((type) => MACRO_TYPES.test(type))) {
    throw new UploadRefused(
      415,
      `${name} contains macros. Save it as an Excel workbook (XLSX), which has none, then upload it again.`,
    )
  }
  if (!declared.includes(WORKBOOK_TYPE)) {
    const kind = declared.some((type) => type.includes('template')) ? 'an Excel template' : 'not an Excel workbook'
    throw new UploadRefused(415, `${name} is ${kind}. Save it as an Excel workbook (XLSX), then upload it again.`)
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

/** Readers compare the names of parts without their case, and some programs write backslashes, which yauzl replaces. */
function nameOf({ fileName }: yauzl.Entry) {
  return fileName.toLowerCase()
}

/** The types that a list of types names, in small letters. */
function contentTypesIn(types: string): string[] {
  return [...types.matchAll(/\bContentType\s*=\s*(?:"([^"]*)"|'([^']*)')/g)].map(([, one, other]) =>
    (one ?? other ?? '').trim().toLowerCase(),
  )
}

/** The list of parts at the end of the file, and the text of the list of types; '' if it is too long. */
function partsOf(file: string, name: string): Promise<{ parts: yauzl.Entry[]; types: string }> {
  return new Promise((resolve, reject) => {
    yauzl.open(file, { lazyEntries: true, autoClose: false }, (cause, zip) => {
      // The types say that there is one if there is no error.
      if (cause) {
        reject(damaged(name, cause))
        return
      }
      const refuse = (error: unknown) => {
        zip.close()
        reject(damaged(name, error))
      }
      const parts: yauzl.Entry[] = []
      zip.on('error', refuse)
      zip.on('end', () => {
        const list = parts.find((part) => nameOf(part) === CONTENT_TYPES)
        readPart(zip, list).then((types) => {
          zip.close()
          resolve({ parts, types })
        }, refuse)
      })
      zip.on('entry', (part: yauzl.Entry) => {
        parts.push(part)
        zip.readEntry()
      })
      if (zip.entryCount > MAX_PARTS) refuse(new Error(`It has ${zip.entryCount} parts`))
      else zip.readEntry()
    })
  })
}

function readPart(zip: yauzl.ZipFile, part: yauzl.Entry | undefined): Promise<string> {
  if (!part || part.uncompressedSize > MAX_TYPES_BYTES) return Promise.resolve('')
  return new Promise((resolve, reject) => {
    zip.openReadStream(part, (cause, content) => {
      if (cause) {
        reject(cause)
        return
      }
      const chunks: Buffer[] = []
      // yauzl stops a part that is longer than it says.
      content.on('data', (chunk: Buffer) => chunks.push(chunk))
      content.on('error', reject)
      content.on('end', () => {
        resolve(textOf(Buffer.concat(chunks)))
      })
    })
  })
}

/** UTF-8, or UTF-16 by its mark. */
function textOf(bytes: Buffer) {
  return new TextDecoder(bytes[0] === 0xff ? 'utf-16le' : bytes[0] === 0xfe ? 'utf-16be' : 'utf-8').decode(bytes)
}
