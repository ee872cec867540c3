import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { refuseEncodedBody } from './read-json.server.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { MalformedBody } from './http-error.ts'
import { pipeline } from 'node:stream/promises'
import { Busboy, type BusboyFileStream } from '@fastify/busboy'

const MAX_SMALL_FORM_BYTES = 16 * 1024

export interface SmallForm {
  /** Values by name; the last value if a name was sent several times. */
  fields: Record<string, unknown>
  form: FormData
}

/** True for the body types of HTML forms. */
export function isForm(request: Request): boolean {
  return /^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(
    request.headers.get('content-type') ?? '',
  )
}

/** Reads a form of at most `maxBytes` (by default 16 kB). Files are discarded. Throws what readFormBody throws. */
export async function readSmallForm(request: Request, maxBytes = MAX_SMALL_FORM_BYTES): Promise<SmallForm> {
  refuseEncodedBody(request)
  const form = await readFormBody(request, () => Promise.resolve(), { maxBytes })
  return { fields: Object.fromEntries(form), form }
}

/** The text of a posted field; '' for a file, or if there is no such field. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

/** A file of a form, while it arrives. */
export interface IncomingFile {
  /** File name input. */
  input: string
  /** The sender's name of the file: without folders, otherwise unchecked. */
  fileName: string
  /** The bytes, readable once. Bytes that the receiver has not read when it ends are discarded. */
  source: AsyncIterable<Uint8Array>
}

const MEGABYTE = 1024 * 1024
const MAX_BODY_BYTES = 60 * MEGABYTE
/** For a body without files. */
const MAX_URLENCODED_BYTES = 2 * MEGABYTE
/** Twice the largest file of content: names of fields count as well. */
const MAX_TEXT_BYTES = 8 * MEGABYTE
/** The least memory of a field besides its text, so that empty fields count too. */
const FIELD_COST = 32
const MAX_FIELD_BYTES = MEGABYTE
const MAX_NAME_LENGTH = 1024
/** As many as 500 entries, the longest list, with sixty fields each: an entry may have lists of its own. */
const MAX_FIELDS = 30_000
const MAX_FILES = 200
// The parser drops what is beyond its limits, partly silently: `fields` and `parts` are one above what is accepted.
const PARSER_LIMITS = {
  fields: MAX_FIELDS + 1,
  files: MAX_FILES,
  parts: MAX_FIELDS + MAX_FILES + 1,
  fieldSize: MAX_FIELD_BYTES,
  // For the names in a urlencoded body; in a multipart body names are part of the header.
  fieldNameSize: MAX_NAME_LENGTH,
  headerSize: 16 * 1024,
}

/**
 * Reads a urlencoded or multipart body as a stream, so that only its text fields are in memory. Each file is passed to
 * `receiveFile` while it arrives, one after the other; empty file inputs are ignored. Resolves with the text fields
 * when every receiver is done.
 *
 * Throws ExpectedError (413) beyond `maxBytes` (60 MB, and 2 MB if it is urlencoded), `maxTextBytes` of names and values (8
 * MB), 30,000 fields, 200 files or 1 MB in a field; MalformedBody for a body that is broken, ends early or has names
 * that checkFieldNames refuses (400) or is of another type (415); or the error of a receiver. Before it throws, the
 * stream of a running receiver fails and the receiver is awaited, so that it can clean up.
 */
export async function readFormBody(
  request: Request,
  receiveFile: (file: IncomingFile) => Promise<void>,
  { maxTextBytes = MAX_TEXT_BYTES, maxBytes = MAX_BODY_BYTES } = {},
): Promise<FormData> {
  const parser = openParser(request)
  const fields = new FormData()
  const failure = new AbortController()
  const fail = (error: unknown) => failure.abort(error)
  const files = new Set<BusboyFileStream>()
  let fieldCount = 0
  let textBytes = 0
  let receiving = Promise.resolve()

  function countText(...texts: string[]) {
    textBytes += texts.reduce((sum, text) => sum + Buffer.byteLength(text), FIELD_COST)
    if (textBytes > maxTextBytes) {
      fail(
        new ExpectedError(
          413,
          `The form has more than ${formatLimit(maxTextBytes)} of text. Send less text at a time.`,
        ),
      )
    }
  }

  parser.on('field', (name: string | undefined, value, isNameCut, isValueCut) => {
    // One chunk of a body can contain thousands of fields: the parser emits the rest even after a failure.
    if (failure.signal.aborted) return
    if (name === undefined || isNameCut || name.length > MAX_NAME_LENGTH) {
      fail(new MalformedBody('A field of the form has no name, or its name is too long.'))
      return
    }
    countText(name, value)
    if (isValueCut)
      fail(
        new ExpectedError(
          413,
          `The field ${name.slice(0, 100)} has more than ${formatLimit(MAX_FIELD_BYTES)} of text.`,
        ),
      )
    else if ((fieldCount += 1) > MAX_FIELDS)
      fail(new ExpectedError(413, `The form has more than ${MAX_FIELDS} fields.`))
    else fields.append(name, value)
  })
  parser.on('file', (name: string | undefined, stream, fileName: string | undefined) => {
    files.add(stream)
    countText(name ?? '', fileName ?? '')
    // A body that ends inside a file: the parser only emits this, it does not end the stream.
    stream.on('error', () => fail(endsEarly()))
    receiving = receiving.then(async () => {
      if (failure.signal.aborted) return
      if (name === undefined) throw new MalformedBody('A file of the form has no field name.')
      const source: AsyncIterable<Uint8Array> = stream.iterator({ destroyOnReturn: false })
      // A file input in which nothing was chosen sends an empty name; Node's FormData sends none.
      if (fileName) await receiveFile({ input: name, fileName, source })
      stream.resume()
    })
    receiving.catch(fail)
  })
  parser.on('filesLimit', () => fail(new ExpectedError(413, `The form has more than ${MAX_FILES} files.`)))
  parser.on('partsLimit', () => fail(new ExpectedError(413, `The form has more than ${MAX_FIELDS + MAX_FILES} parts.`)))

  try {
    await pipeline(chunksOf(request, maxBytes), parser, { signal: failure.signal })
    await receiving
    failure.signal.throwIfAborted()
    checkFieldNames(fields.keys())
    return fields
  } catch (error) {
    fail(toBodyError(error))
    for (const stream of files) stream.destroy(endsEarly())
    await receiving.catch(fail)
    throw failure.signal.reason
  }
}

function isUrlencoded({ headers }: Request) {
  return /^application\/x-www-form-urlencoded/i.test(headers.get('Content-Type') ?? '')
}

function openParser(request: Request) {
  if (!isForm(request)) {
    throw new MalformedBody('Send the form as multipart/form-data or application/x-www-form-urlencoded.', 415)
  }
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('Content-Type') ?? '' },
      limits: PARSER_LIMITS,
    })
  } catch (cause) {
    throw new MalformedBody('The multipart/form-data content type has no boundary.', 415, { cause })
  }
}

async function* chunksOf(request: Request, maxBytes: number): AsyncGenerator<Uint8Array> {
  const announced = Number(request.headers.get('Content-Length') ?? 0)
  const limit = isUrlencoded(request) ? Math.min(maxBytes, MAX_URLENCODED_BYTES) : maxBytes
  const reader = request.body?.getReader()
  let size = 0
  try {
    if (announced > limit) throw bodyTooLarge(limit)
    for (;;) {
      const { done, value } = (await reader?.read()) ?? { done: true }
      if (done) break
      size += value.byteLength
      if (size > limit) throw bodyTooLarge(limit)
      yield value
    }
    // A urlencoded body that was cut off looks whole.
    if (size < announced) throw endsEarly()
  } finally {
    if (reader) void discard(reader)
  }
}

/**
 * Reads to the end and discards the bytes. If the body were left unread, the sender would not read the response; if it
 * were cancelled, the connection would close before the response.
 */
async function discard(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    while (!(await reader.read()).done);
  } catch {
    // The sender has closed the connection.
  }
}

/** Any other error of the parser or the connection means that the body is broken. */
function toBodyError(error: unknown) {
  return error instanceof ExpectedError ? error : endsEarly(error)
}

function endsEarly(cause?: unknown) {
  return new MalformedBody('The form did not arrive completely. Send it again.', 400, { cause })
}

function bodyTooLarge(limit: number) {
  const remedy = limit < MEGABYTE ? 'Shorten the text.' : 'Send fewer or smaller files.'
  return new ExpectedError(413, `The form has more than ${formatLimit(limit)}. ${remedy}`)
}

/** The content of a form without the bytes of its files. */
interface FormTexts {
  /** Names and values of the text fields, in order. */
  fields: [name: string, value: string][]
  /** The sender's names of the chosen files. */
  fileNames: string[]
}

const MAX_FILE_NAME = 100

/**
 * Reads the texts of a form and discards its files as they arrive: for senders who may not store any.
 * Throws ExpectedError (413) beyond `maxTextBytes` of names and values together, and what readFormBody throws.
 */
export async function readFormTexts(request: Request, maxTextBytes: number): Promise<FormTexts> {
  const fileNames: string[] = []
  const formData = await readFormBody(
    request,
    ({ fileName }) => {
      fileNames.push(fileName.slice(0, MAX_FILE_NAME))
      return Promise.resolve()
    },
    { maxTextBytes },
  )
  const fields = [...formData].flatMap(([name, value]): FormTexts['fields'] =>
    typeof value === 'string' ? [[name, value]] : [],
  )
  return { fields, fileNames }
}

/** A list of a file may be longer than those of a form, which shows it so that it can be shortened. */
const MAX_INDEX = 9_999
/** More than the deepest form has: `team.members[2].links[0].href` has six steps. */
const MAX_STEPS = 16
/** The most values of one name, because they are joined one by one. */
const MAX_REPEATS = 1_000
/** The most list indexes without a field, such as entries with only unticked boxes. Each is shown again. */
const SPARE_INDEXES = 200

/**
 * Refuses names of form fields that would cost more than their bytes: a parser that makes objects of `slides[2].title`
 * makes the list as long as its highest index, and visits every index.
 *
 * Throws MalformedBody (400) for an index of 10,000 or more, a name of more than 16 steps, a name that is sent more
 * than 1,000 times, and for lists that have far more indexes than fields.
 */
export function checkFieldNames(names: Iterable<string>): void {
  const repeats = new Map<string, number>()
  const lengths = new Map<string, number>()
  let indexesLeft = SPARE_INDEXES
  for (const name of names) {
    const repeated = (repeats.get(name) ?? 0) + 1
    repeats.set(name, repeated)
    if (repeated > MAX_REPEATS)
      throw new MalformedBody(`The form has the field ${shown(name)} more than ${MAX_REPEATS} times.`)
    if (repeated > 1) continue
    if (name.split(/[.[]/, MAX_STEPS + 1).length > MAX_STEPS) {
      throw new MalformedBody(`The field name ${shown(name)} is nested too deeply.`)
    }
    for (const { 1: digits, index: start } of name.matchAll(/\[(\d+)\]/g)) {
      const index = Number(digits)
      if (index > MAX_INDEX) throw new MalformedBody(`The field name ${shown(name)} has a list index that is too high.`)
      const list = name.slice(0, start)
      const length = Math.max(lengths.get(list) ?? 0, index + 1)
      // Each field allows its list one entry.
      indexesLeft -= length - (lengths.get(list) ?? 0) - 1
      lengths.set(list, length)
    }
  }
  if (indexesLeft < 0) throw new MalformedBody('The form has list indexes without fields.')
}

function shown(name: string) {
  return `“${name.length > 100 ? `${name.slice(0, 99)}…` : name}”`
}
