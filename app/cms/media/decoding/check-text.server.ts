import { isUtf8 } from 'node:buffer'
import { CsvError, parse } from 'csv-parse/sync'
import { SaxesParser } from 'saxes'
import { asWebVtt, readCaptions } from '#app/cms/media/captions.ts'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'

/**
 * Captions of which a browser shows every one. Returns them as WebVTT (4.1: UTF-8, an optional byte order mark, `WEBVTT`,
 * then the end, white space or a line break): those of SubRip are converted, and commas in times corrected.
 */
export function checkCaptions(bytes: Buffer, name: string): string {
  const text = asWebVtt(textOf(bytes, name, 'WebVTT'))
  if (!/^WEBVTT(?:[ \t\r\n]|$)/.test(text) || text.includes('\0')) {
    throw new UploadRefused(
      415,
      `${name} is not a WebVTT file: its first line must be WEBVTT. A SubRip file (SRT) is taken as well.`,
    )
  }
  const { shown, wrong } = readCaptions(text)
  if (wrong) {
    const line = wrong.text.length > MAX_SHOWN_LINE ? `${wrong.text.slice(0, MAX_SHOWN_LINE)}…` : wrong.text
    throw new UploadRefused(
      422,
      `${name} has a line that browsers do not understand, line ${wrong.line}: “${line}”. ${TIMES_RULE}`,
    )
  }
  if (shown === 0) throw new UploadRefused(422, `${name} has no captions that a browser shows. ${TIMES_RULE}`)
  return text
}

const TIMES_RULE =
  'Write each caption as a line of times, such as 00:00:01.000 --> 00:00:04.000, and its words in the lines below it.'

const MAX_SHOWN_LINE = 60

/** A longer row is no row: a quote was not closed. */
const MAX_ROW_BYTES = 256 * 1024

/** A table (RFC 4180), in UTF-8. Not a page, a drawing or a program, whatever it is called. */
export function checkCsv(bytes: Buffer, name: string): void {
  const text = textOf(bytes, name, 'CSV')
  if (text.trim() === '' || /^\s*</.test(text) || /(?!\s)\p{Cc}/u.test(text)) {
    throw new UploadRefused(415, `${name} is not a CSV table. Save it as CSV in UTF-8, then upload it again.`)
  }
  try {
    // Programs write inches (3/4") without quoting the cell.
    const options = {
      relax_column_count: true,
      relax_quotes: true,
      max_record_size: MAX_ROW_BYTES,
      on_record: () => null,
    }
    parse(text, { ...options, delimiter: [',', ';', '\t'] })
  } catch (cause) {
    if (!(cause instanceof CsvError)) throw cause
    const line = typeof cause['lines'] === 'number' ? ` in line ${cause['lines']}` : ''
    throw new UploadRefused(422, `${name} is a damaged CSV table: a quotation mark${line} is wrong.`, { cause })
  }
}

const XBRL = 'http://www.xbrl.org/2003/instance'

/**
 * An XBRL instance (XBRL 2.1, 4.1): well-formed, without a document type and without a style sheet. Returns it in UTF-8,
 * whatever its encoding is (XML 1.0, Appendix F), without empty lines before its declaration.
 */
export function checkXbrl(bytes: Buffer, name: string): string {
  const text = xmlTextOf(bytes, name)
  const parser = new SaxesParser({ xmlns: true })
  let hasRoot = false
  parser.on('error', (cause) => {
    throw hasRoot
      ? new UploadRefused(422, `${name} is a damaged XML document, in line ${parser.line}. Export it again.`, { cause })
      : noXbrl(name, cause)
  })
  parser.on('doctype', () => {
    throw new UploadRefused(415, `${name} has a document type, which XBRL documents do not have. Export it again.`)
  })
  parser.on('processinginstruction', ({ target }) => {
    // It only says which program has written the file.
    if (target === 'mso-application') return
    throw new UploadRefused(415, `${name} has an instruction for programs (“${target.slice(0, 40)}”). Export it again.`)
  })
  parser.on('opentag', ({ uri, local }) => {
    if (!hasRoot && (uri !== XBRL || local !== 'xbrl')) throw noXbrl(name)
    hasRoot = true
  })
  parser.write(text).close()
  return text
}

function noXbrl(name: string, cause?: unknown) {
  return new UploadRefused(415, `${name} is not an XBRL document. Choose the instance document (XML) of the filing.`, {
    cause,
  })
}

const DECLARATION = /^(<\?xml\b[^>]*?\bencoding\s*=\s*)(["'])([A-Za-z][\w.-]*)\2/

/**
 * The text of an XML document, by its byte order mark or its declaration. UTF-8 below another declaration is read as
 * UTF-8: its letters of several bytes are no others by chance.
 */
function xmlTextOf(bytes: Buffer, name: string): string {
  const start = /^(?:\xEF\xBB\xBF)?\s*/.exec(bytes.toString('latin1', 0, 1024))?.[0].length ?? 0
  const wide = wideEncodingOf(bytes)
  const head = wide === undefined ? bytes.toString('latin1', start, start + 200) : ''
  const declared = DECLARATION.exec(head)?.[3] ?? 'utf-8'
  let text: string
  if (wide !== undefined) text = decoded(bytes, wide, name)
  else if (isUtf8(bytes)) text = bytes.toString('utf8', start)
  else text = decoded(bytes.subarray(start), declared, name)
  const isUtf8Already = wide === undefined && /^utf-?8$/i.test(declared)
  return isUtf8Already ? text : text.trimStart().replace(DECLARATION, '$1$2UTF-8$2')
}

/** The encoding of a text with two bytes a letter, by its mark or its first sign. */
function wideEncodingOf(bytes: Buffer) {
  const first = bytes.toString('hex', 0, 4)
  if (first.startsWith('fffe') || first === '3c003f00') return 'utf-16le'
  return first.startsWith('feff') || first === '003c003f' ? 'utf-16be' : undefined
}

function decoded(bytes: Buffer, encoding: string, name: string) {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch (cause) {
    const words = `${name} is not a text in ${encoding.toUpperCase()}, as it says. Export it in UTF-8, then upload it again.`
    throw new UploadRefused(415, words, { cause })
  }
}

function textOf(bytes: Buffer, name: string, kind: string): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (cause) {
    const words = `${name} is not a UTF-8 text. Save it as ${kind} in UTF-8, then upload it again.`
    throw new UploadRefused(415, words, { cause })
  }
}
