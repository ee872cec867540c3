import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { AuditEntry } from './audit-event.ts'

export const AUDIT_FOLDER = 'data/audit'

/**
 * Number and hash of the last line, which prove that none is missing at the end. The second file is outside the folder,
 * so that the removal of the folder is found too.
 */
const HEAD_FILE = `${AUDIT_FOLDER}/head.json`
const SECOND_HEAD_FILE = 'data/audit-head.json'

/** The first line has this instead of the hash of a previous line. */
export const NO_LINE = '0'.repeat(64)

const MAX_FILE_BYTES = 16_000_000

/** Where a chain of lines ends. */
export interface ChainHead {
  /** Number of the last event; 0 if there is none. */
  n: number
  /** SHA-256 of its line, in hex. */
  hash: string
}

const headSchema = z.object({ n: z.number().int().nonnegative(), hash: z.string().length(64) })

const entrySchema = z.object({
  n: z.number().int().positive(),
  time: z.string(),
  kind: z.string(),
  user: z.object({ id: z.string(), name: z.string() }).optional(),
  about: z.string().optional(),
  detail: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
  address: z.string().optional(),
  browser: z.string().optional(),
})

const linkedSchema = entrySchema.extend({ prev: z.string() })

/** A file of the log. Its name contains the month and the number of its first event. */
interface AuditFile {
  name: string
  first: number
}

export function auditFileName(time: string, first: number): string {
  return `${AUDIT_FOLDER}/${time.slice(0, 7)}-${String(first).padStart(9, '0')}.jsonl`
}

/** The files of the log, oldest first. */
export async function listAuditFiles(storage: Storage): Promise<AuditFile[]> {
  const entries = await storage.list(AUDIT_FOLDER)
  return entries
    .flatMap(({ name, kind }) => {
      const first = /^\d{4}-\d{2}-(\d{9,15})\.jsonl$/.exec(name)?.[1]
      return kind === 'file' && first !== undefined ? [{ name: `${AUDIT_FOLDER}/${name}`, first: Number(first) }] : []
    })
    .sort((one, other) => one.first - other.first || (one.name < other.name ? -1 : 1))
}

/** Text of a file of the log; undefined if it does not exist. Rejects with FileUnreadable. */
export async function readAuditFile(storage: Storage, name: string): Promise<string | undefined> {
  return (await storage.read(name, { maxBytes: MAX_FILE_BYTES }))?.bytes.toString()
}

export function hashOfLine(line: string): string {
  return createHash('sha256').update(line).digest('hex')
}

/** An entry of the log from its line; undefined if the line is damaged. */
export function readLine(line: string): (AuditEntry & { prev: string }) | undefined {
  try {
    return linkedSchema.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/** The newer one of both heads; undefined if there is none. */
export async function readHead(storage: Storage): Promise<ChainHead | undefined> {
  const [first, second] = [await readHeadFile(storage, HEAD_FILE), await readHeadFile(storage, SECOND_HEAD_FILE)]
  return first && (!second || second.n <= first.n) ? first : second
}

async function readHeadFile(storage: Storage, name: string): Promise<ChainHead | undefined> {
  try {
    const stored = await storage.read(name)
    return stored && headSchema.safeParse(JSON.parse(stored.bytes.toString())).data
  } catch {
    return undefined
  }
}

export async function writeHead(storage: Storage, { n, hash }: ChainHead): Promise<void> {
  const bytes = JSON.stringify({ n, hash })
  await storage.commit([
    { name: HEAD_FILE, bytes },
    { name: SECOND_HEAD_FILE, bytes },
  ])
}

/**
 * What is missing at the end of a log, in one sentence; undefined if nothing is. `end` is its last line, `head` what was
 * read with `readHead` before. A log whose heads were removed as well looks like a new one, so what people have done
 * counts too.
 */
export async function missingAtEnd(
  storage: Storage,
  { end, head }: { end: ChainHead; head: ChainHead | undefined },
): Promise<string | undefined> {
  if (head && head.n > end.n) return `The last event is ${end.n}, but it should be ${head.n}.`
  if (end.n > 0) {
    const exists = await readHeadFile(storage, HEAD_FILE)
    return exists ? undefined : `The record of the last event, ${HEAD_FILE}, is missing.`
  }
  return (await haveSignedIn(storage)) ? 'There is no audit log, although people have logged in.' : undefined
}

/** True if there are accounts, and records that a person who was signed in has left. */
async function haveSignedIn(storage: Storage): Promise<boolean> {
  if (!(await storage.stat('data/accounts.json'))) return false
  for (const folder of ['data/sessions', 'data/tokens', 'data/access-tokens', 'data/history', 'data/drafts']) {
    if ((await storage.list(folder)).length > 0) return true
  }
  return false
}

/** A place where the log differs from what was written. */
interface ChainFault {
  file: string
  /** From 1; undefined for the end of the log. */
  line?: number | undefined
  message: string
}

export interface ChainCheck {
  events: number
  /** The first ones, at most 20. */
  faults: ChainFault[]
  /** True if the last line is incomplete: it is being written, or its write was interrupted. */
  isTorn: boolean
}

const MAX_FAULTS = 20

/**
 * Checks that each line of the log contains the hash of the line before it, from the first file to the last, and that
 * no line is missing at the end. Reads one file at a time. Rejects with FileUnreadable.
 */
export async function checkChain(storage: Storage, onFile: (bytes: number) => void = () => undefined) {
  // Read before the files, because the log may grow meanwhile.
  const head = await readHead(storage)
  const files = await listAuditFiles(storage)
  const check: ChainCheck = { events: 0, faults: [], isTorn: false }
  const last = { n: 0, hash: NO_LINE }
  const fault = (file: string, line: number | undefined, message: string) => {
    if (check.faults.length < MAX_FAULTS) check.faults.push({ file, line, message })
  }
  for (const { name } of files) {
    const text = (await readAuditFile(storage, name)) ?? ''
    onFile(Buffer.byteLength(text))
    const lines = text.split('\n')
    const rest = lines.pop()
    for (const [index, line] of lines.entries()) {
      const entry = readLine(line)
      if (!entry) fault(name, index + 1, 'The line cannot be read.')
      else if (entry.n !== last.n + 1) {
        fault(name, index + 1, `The line has event ${entry.n}, but event ${last.n + 1} was expected.`)
      } else if (entry.prev !== last.hash) {
        fault(name, index + 1, 'This line or the line before it was changed.')
      }
      last.n = entry?.n ?? last.n + 1
      last.hash = hashOfLine(line)
      if (last.n === head?.n && last.hash !== head.hash) fault(name, index + 1, 'The line was changed.')
      if (entry?.kind === 'audit.cut') {
        fault(name, index + 1, `At this start of the site, the end of the log was missing. ${entry.about ?? ''}`.trim())
      }
      check.events += 1
    }
    if (rest !== '') {
      if (name === files.at(-1)?.name) check.isTorn = true
      else fault(name, lines.length + 1, 'The line is not complete.')
    }
  }
  const missing = await missingAtEnd(storage, { end: last, head })
  if (missing !== undefined) fault(files.at(-1)?.name ?? AUDIT_FOLDER, undefined, missing)
  return check
}

/** Selects events. */
export interface AuditFilter {
  /** Id of a person. */
  person?: string | undefined
  /** A kind, or the group of kinds before the dot. */
  kind?: string | undefined
  /** ISO 8601, UTC: the first moment, and the one after the last. */
  from?: string | undefined
  until?: string | undefined
  /** Only events with a smaller number. */
  before?: number | undefined
}

/**
 * The events that match a filter, newest first. Reads one file at a time, and only as many as the caller consumes.
 * Unreadable lines are ignored. Throws FileUnreadable.
 */
export async function* findEvents(storage: Storage, filter: AuditFilter): AsyncGenerator<AuditEntry> {
  const { from = '', until = '~', before = Infinity } = filter
  // Searching the text that a line must contain is much faster than parsing the line.
  const needles = [
    ...(filter.person === undefined ? [] : [JSON.stringify(filter.person)]),
    ...(filter.kind === undefined ? [] : [`"kind":"${filter.kind}`]),
  ]
  for (const { name, first } of (await listAuditFiles(storage)).reverse()) {
    // The name of a file contains the month of its first event.
    if (first >= before || monthOf(name) > until.slice(0, 7)) continue
    const bytes = (await storage.read(name, { maxBytes: MAX_FILE_BYTES }))?.bytes ?? Buffer.alloc(0)
    if (needles.some((needle) => !bytes.includes(needle))) continue
    let isOlder = true
    for (const line of linesFromEnd(bytes)) {
      // The time is at a fixed place in every line that this site writes. Other lines give `''` and are parsed.
      const time = /^\{"n":\d+,"time":"([^"]+)"/.exec(line)?.[1] ?? ''
      if (line === '' || (time !== '' && time < from)) continue
      isOlder = false
      if (time >= until || needles.some((needle) => !line.includes(needle))) continue
      const entry = readLine(line)
      if (!entry || !isMeant(entry, { ...filter, before, from, until })) continue
      yield entry
    }
    // The clock may have jumped back, but not for a whole file.
    if (isOlder) return
  }
}

/** The lines of a file, the last one first. A page needs fifty of thousands of lines: the others are not decoded. */
function* linesFromEnd(bytes: Buffer) {
  let end = bytes.length
  while (end > 0) {
    const start = bytes.lastIndexOf(0x0a, end - 1) + 1
    yield bytes.toString('utf8', start, end)
    end = start - 1
  }
}

function monthOf(name: string) {
  return name.slice(AUDIT_FOLDER.length + 1, AUDIT_FOLDER.length + 8)
}

function isMeant(
  { n, time, kind, user }: AuditEntry,
  filter: AuditFilter & { before: number; from: string; until: string },
) {
  return (
    n < filter.before &&
    time >= filter.from &&
    time < filter.until &&
    (filter.person === undefined || user?.id === filter.person) &&
    (filter.kind === undefined || kind === filter.kind || kind.startsWith(`${filter.kind}.`))
  )
}
