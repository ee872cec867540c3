import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import { makeDocumentJob, type DocumentInput } from '#app/cms/media/decoding/decoder-jobs.ts'
import { PAGES, type Decoder } from '#app/cms/media/decoding/decoder.server.ts'

/** A data sheet has some tens of kilobytes. */
const MAX_BYTES = 8_000_000
const MAX_SHEETS = 500

export interface MadeSheet {
  bytes: Uint8Array<ArrayBuffer>
  /** SHA-256 of the bytes. */
  sha256: string
}

/** The made data sheets of each decoder, by what they say. */
const made = new WeakMap<Decoder, ReturnType<typeof openSheets>>()

/** Makes a data sheet, or takes it from memory. Equal sheets are made once. Rejects as {@link Decoder} does. */
export function madeSheet(decoder: Decoder, input: DocumentInput): Promise<MadeSheet> {
  let sheets = made.get(decoder)
  if (!sheets) {
    sheets = openSheets(decoder)
    made.set(decoder, sheets)
  }
  return sheets(input)
}

function openSheets(decoder: Decoder) {
  const ready = new LRUCache<string, MadeSheet>({
    ...{ max: MAX_SHEETS, maxSize: MAX_BYTES },
    sizeCalculation: ({ bytes }) => bytes.length,
  })
  const making = new Map<string, Promise<MadeSheet>>()

  async function make(key: string, input: DocumentInput): Promise<MadeSheet> {
    try {
      const bytes = new Uint8Array(await decoder.run(makeDocumentJob, input, PAGES))
      const sheet = { bytes, sha256: createHash('sha256').update(bytes).digest('hex') }
      ready.set(key, sheet)
      return sheet
    } finally {
      making.delete(key)
    }
  }

  return (input: DocumentInput): Promise<MadeSheet> => {
    const key = createHash('sha256').update(JSON.stringify(input)).digest('hex')
    const known = ready.get(key)
    if (known) return Promise.resolve(known)
    const pending = making.get(key) ?? make(key, input)
    making.set(key, pending)
    return pending
  }
}
