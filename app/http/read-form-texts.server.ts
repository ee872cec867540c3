import { pipeline } from 'node:stream/promises'
import { Busboy } from '@fastify/busboy'
import { BodyTooLarge, MalformedBody } from './body-errors.ts'
import { isForm } from './small-form.server.ts'

/** What a form holds but for the bytes of its files. */
export interface FormTexts {
  /** Names and values of the text fields, in order. */
  fields: [name: string, value: string][]
  /** What the sender calls the files it chose. */
  fileNames: string[]
}

const MAX_FILE_NAME = 100

/**
 * Reads the texts of a form and throws the bytes of its files away as they arrive: for senders who may not store any.
 * Throws BodyTooLarge beyond `maxBytes` of names and values together, MalformedBody for a body that is no form or is broken.
 */
export async function readFormTexts(request: Request, maxBytes: number): Promise<FormTexts> {
  const parser = openParser(request, maxBytes)
  const texts: FormTexts = { fields: [], fileNames: [] }
  const failure = new AbortController()
  let bytes = 0
  const count = (...parts: string[]) => {
    bytes += parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
    if (bytes > maxBytes) failure.abort(new BodyTooLarge(`The form holds more than ${maxBytes} bytes of text.`))
  }
  parser.on('field', (name: string | undefined, value) => {
    count(name ?? '', value)
    if (name !== undefined) texts.fields.push([name, value])
  })
  parser.on('file', (_name, stream, fileName: string | undefined) => {
    count(fileName ?? '')
    // A file input in which nothing was chosen sends an empty name.
    if (fileName) texts.fileNames.push(fileName.slice(0, MAX_FILE_NAME))
    // A body that ends inside a file is only reported here; the parser does not fail.
    stream.on('error', (cause) => failure.abort(brokenForm(cause)))
    stream.resume()
  })
  try {
    await pipeline(chunksOf(request), parser, { signal: failure.signal })
    failure.signal.throwIfAborted()
  } catch (cause) {
    throw failure.signal.aborted ? failure.signal.reason : brokenForm(cause)
  }
  return texts
}

function openParser(request: Request, maxBytes: number) {
  if (!isForm(request)) throw new MalformedBody('Send the body as a form.', 415)
  try {
    return new Busboy({
      headers: { 'content-type': request.headers.get('content-type') ?? '' },
      limits: { fieldSize: maxBytes + 1, fieldNameSize: 1024, headerSize: 16 * 1024 },
    })
  } catch (cause) {
    throw brokenForm(cause)
  }
}

/** Not the stream itself: where reading stops early that would be cancelled, and the connection with it. */
async function* chunksOf({ body }: Request): AsyncGenerator<Uint8Array> {
  const reader = body?.getReader()
  for (;;) {
    const { done, value } = (await reader?.read()) ?? { done: true }
    if (done) return
    yield value
  }
}

function brokenForm(cause: unknown) {
  return new MalformedBody('The form could not be read.', 400, { cause })
}
