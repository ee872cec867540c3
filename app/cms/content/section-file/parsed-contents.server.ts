import { createHash } from 'node:crypto'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

/** May be deleted at any time. */
const PARSED_CONTENTS = 'data/parsed-contents.txt'

/** A larger file is neither written nor read. */
const MAX_BYTES = 48_000_000

/** So many contents are written in one turn of the event loop. */
const SLICE = 50

interface Options {
  storage: Storage
  log: Logger
  /** Identifies the code that parses: what other code has made is not used. */
  program: string
}

/** What a schema has made of a text with this version: the value, or its JSON. */
type ParsedContent = { version: string } & ({ value: unknown } | { json: Buffer })

/**
 * What the schemas have made of the texts of the content files, as an earlier start has stored it. A start that finds the
 * same text need not parse it, which takes most of the time of a site with thousands of entries. The file counts only if
 * it is whole and of the same program: what that makes of the same bytes is the same.
 */
export class ParsedContents {
  readonly #stored: Map<string, ParsedContent & { json: Buffer }>
  /** What this start has used, by the ids of the sections. Undefined once the start is over. */
  #used: Map<string, ParsedContent> | undefined = new Map()

  private constructor(
    private readonly options: Options,
    bytes: Buffer | undefined,
  ) {
    this.#stored = new Map(bytes && decode(bytes, options.program))
  }

  /** Never rejects: what cannot be read is parsed again. */
  static async read(options: Options): Promise<ParsedContents> {
    const file = await options.storage.read(PARSED_CONTENTS, { maxBytes: MAX_BYTES }).catch(() => undefined)
    return new ParsedContents(options, file?.bytes)
  }

  /** The value that was made of the text with this version; undefined if that is not known. */
  find(section: string, version: string): unknown {
    const known = this.#stored.get(section)
    if (!this.#used || known?.version !== version) return undefined
    this.#used.set(section, known)
    return JSON.parse(known.json.toString())
  }

  /** Notes what a schema has made of the text with this version. */
  note(section: string, version: string, value: unknown): void {
    this.#used?.set(section, { version, value })
  }

  /** To be called when the start is over: stores for the next one what this one has used. Never rejects. */
  async store(): Promise<void> {
    const { storage, log, program } = this.options
    const used = this.#used ?? new Map<string, ParsedContent>()
    const isChanged = used.size !== this.#stored.size || [...used.values()].some((content) => 'value' in content)
    this.#used = undefined
    this.#stored.clear()
    if (!isChanged || storage.refusal(PARSED_CONTENTS)) return
    try {
      const bytes = await encode(used, program)
      if (bytes.length <= MAX_BYTES) await storage.commit([{ name: PARSED_CONTENTS, bytes }])
    } catch (err) {
      log.warn({ err }, 'What was parsed at the start could not be stored, so the next start takes longer')
    }
  }
}

/** The program and the hash of the rest, then a line for each content: its section, its version, its JSON. */
async function encode(contents: ReadonlyMap<string, ParsedContent>, program: string): Promise<Buffer> {
  const lines: Buffer[] = []
  for (const [section, content] of contents) {
    const json = 'json' in content ? content.json : jsonOf(content.value)
    if (json) lines.push(Buffer.from(`${section} ${content.version} `), json, Buffer.from('\n'))
    if (lines.length % SLICE === 0) await nextTurn()
  }
  const body = Buffer.concat(lines)
  return Buffer.concat([headOf(program, body), body])
}

/** Undefined for what JSON cannot say, such as a field that is undefined: it is parsed at each start. */
function jsonOf(value: unknown): Buffer | undefined {
  const json = JSON.stringify(value)
  return isDeepStrictEqual(JSON.parse(json), value) ? Buffer.from(json) : undefined
}

/** None if the file is damaged, or another program has written it. */
function* decode(bytes: Buffer, program: string): Generator<[section: string, { version: string; json: Buffer }]> {
  let start = bytes.indexOf('\n') + 1
  if (!bytes.subarray(0, start).equals(headOf(program, bytes.subarray(start)))) return
  while (start < bytes.length) {
    const [ofVersion, ofJson] = [bytes.indexOf(' ', start) + 1, bytes.indexOf(' ', bytes.indexOf(' ', start) + 1) + 1]
    const end = bytes.indexOf('\n', ofJson)
    const version = bytes.toString('utf8', ofVersion, ofJson - 1)
    yield [bytes.toString('utf8', start, ofVersion - 1), { version, json: bytes.subarray(ofJson, end) }]
    start = end + 1
  }
}

function headOf(program: string, body: Uint8Array) {
  return Buffer.from(`${program} ${createHash('sha256').update(body).digest('hex')}\n`)
}
