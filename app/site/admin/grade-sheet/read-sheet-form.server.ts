import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { readFormBody, textOf, type IncomingFile } from '#app/cms/platform/http/read-form.server.ts'

/** A posted sheet. */
export interface PostedSheet {
  form: FormData
  intent: string
  /** What was pasted, or the text of the file that was chosen. */
  text: string
  leavesOut: boolean
  seen: string
  /** The sentence of the editions that it raises. */
  whatChanged: string
  /** Why the sheet cannot be read; '' if it can. */
  problem: string
}

/** Characters of the sentence. */
const MAX_SENTENCE = 200

/** As of a field that is posted. */
const MAX_FILE_BYTES = 1_000_000

/** Reads the posted sheet. A file that cannot be read, and a form that is too large, are a problem of the sheet. */
export async function readSheetForm(request: Request): Promise<PostedSheet> {
  let file: { text: string } | { problem: string } | undefined
  let form: FormData
  try {
    form = await readFormBody(request, async (incoming) => {
      file = await readSheetFile(incoming)
    })
  } catch (error) {
    if (!(error instanceof ExpectedError) || error.status !== 413) throw error
    return {
      form: new FormData(),
      intent: '',
      text: '',
      leavesOut: false,
      seen: '',
      whatChanged: '',
      problem: TOO_LARGE,
    }
  }
  const problem = file && 'problem' in file ? file.problem : ''
  return {
    form,
    intent: textOf(form.get('intent')),
    // A browser posts every line break as CRLF.
    text: file && 'text' in file ? file.text : textOf(form.get('sheet')).replaceAll('\r\n', '\n'),
    leavesOut: form.get('leave-out') === 'on',
    seen: textOf(form.get('seen')),
    whatChanged: textOf(form.get('what-changed')).trim().slice(0, MAX_SENTENCE),
    problem,
  }
}

const TOO_LARGE =
  'The sheet has more than 1 MB. Paste fewer rows at a time. If the field below is empty now, go back in your browser: what you pasted is still there.'

async function readSheetFile({ fileName, source }: IncomingFile): Promise<{ text: string } | { problem: string }> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of source) {
    size += chunk.byteLength
    if (size > MAX_FILE_BYTES) return { problem: `${fileName} has more than 1 MB. Send fewer rows at a time.` }
    chunks.push(chunk)
  }
  const bytes = Buffer.concat(chunks)
  if (bytes.subarray(0, 2).toString('latin1') === 'PK')
    return { problem: `${fileName} is a workbook. Copy its cells and paste them, or save it as “CSV UTF-8”.` }
  const isUtf16 = bytes[0] === 0xff && bytes[1] === 0xfe
  try {
    return { text: new TextDecoder(isUtf16 ? 'utf-16le' : 'utf-8', { fatal: true }).decode(bytes) }
  } catch {
    return {
      problem: `The letters of ${fileName} cannot be read. Save it as “CSV UTF-8”, or copy and paste its cells.`,
    }
  }
}
