import { setImmediate as nextTurn } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { LRUCache } from 'lru-cache'
import { isRecord } from '#app/cms/content/compare/content-words.ts'
import { deepFreeze, MAX_YAML_TOKENS, parseYaml, YamlParseError, type ParsedYaml } from './yaml-document.ts'
import { matchItems } from './match-items.ts'
import { rewriteYaml } from './rewrite-yaml.ts'

/**
 * Texts with one long list. Parsing 10,000 entries as one document takes a second, and no other request is served
 * meanwhile. Entries of a block list do not depend on one another. So the text is cut between them, each entry is
 * parsed on its own, and unchanged entries are neither parsed nor written again.
 *
 * A text that cannot be cut safely is treated as one document. So is one with a fault, to report the correct position.
 */

/** Shorter texts (in UTF-16 code units) are parsed as one document, within 30 ms. */
const LONG = 30_000

/** How long the process works before it pauses for other requests (ms). */
const SLICE_MS = 10

/** A text that is cut between the entries of its longest list. */
interface CutText {
  /** The text around the entries, with the placeholder as the only entry. */
  frame: string
  placeholder: string
  /** The frame, parsed. */
  around: ParsedYaml
  /** The keys that lead to the list. */
  path: readonly string[]
  /** The number of spaces before the dash of each entry. */
  indent: number
  entries: readonly EntryText[]
}

interface EntryText {
  /** Whole lines: the comments above the entry, then the entry. */
  text: string
  /** The blank lines below it. */
  gap: string
}

/** As {@link parseYaml}. */
export function parseLongYaml(text: string): ParsedYaml {
  if (text.length < LONG) return parseYaml(text)
  const parsed = parsedTexts.get(text) ?? parseByEntries(text)
  // Not cached: the result of parsing a text as one document takes too much memory.
  if (!parsed) return parseYaml(text)
  parsedTexts.set(text, parsed)
  return parsed
}

/** Parses in advance what {@link parseLongYaml} will need for this text, with pauses for other work. Never rejects. */
export async function prepareLongYaml(text: string): Promise<void> {
  if (text.length < LONG || parsedTexts.has(text)) return
  const pause = makePause()
  for (const entry of cutText(text)?.entries ?? []) {
    if (!parseEntry(entry.text)) return
    await pause()
  }
  await nextTurn()
}

/** As {@link rewriteYaml}, with pauses for other work. Entries that do not change stay byte for byte. */
export async function rewriteLongYaml(text: string, next: unknown): Promise<string> {
  if (text.length < LONG) return rewriteYaml(text, next)
  await nextTurn()
  const rewritten = (await rewriteByEntries(text, next)) ?? rewriteYaml(text, next)
  await nextTurn()
  return rewritten
}

/** A cache of the last long texts: a save parses the text it has written, and the file's text before and after. */
const parsedTexts = new LRUCache<string, ParsedYaml>({ max: 2 })

/** Parses a text of any length entry by entry. Undefined if that cannot be done. */
export function parseByEntries(text: string): ParsedYaml | undefined {
  const cut = cutText(text)
  if (!cut) return undefined
  let { tokens } = cut.around
  const values: unknown[] = []
  for (const entry of cut.entries) {
    const parsed = parseEntry(entry.text)
    if (!parsed) return undefined
    values.push(parsed.value)
    tokens += parsed.tokens
  }
  if (tokens > MAX_YAML_TOKENS) return undefined
  return {
    value: deepFreeze(withListAt(cut.around.value, cut.path, values)),
    tokens,
    // Positions are only needed if the content has a fault.
    locate: (paths) => parseYaml(text).locate(paths),
  }
}

/** Rewrites a text of any length entry by entry. Undefined if that cannot be done. */
export async function rewriteByEntries(text: string, next: unknown): Promise<string | undefined> {
  const pause = makePause()
  const cut = cutText(text)
  const list = cut && listAt(next, cut.path)
  if (!cut || !list || list.length === 0) return undefined
  await pause()
  const before: unknown[] = []
  for (const entry of cut.entries) {
    const parsed = parseEntry(entry.text)
    if (!parsed) return undefined
    before.push(parsed.value)
    await pause()
  }
  const frame = await rewriteLongYaml(cut.frame, withListAt(next, cut.path, [cut.placeholder]))
  const place = new RegExp(`^( *)- ${cut.placeholder}\\n`, 'm').exec(frame)
  if (!place) return undefined
  const indent = place[1]?.length ?? 0

  const matches = matchItems(before, list)
  await pause()
  const inOrder = matches.length === before.length && matches.every((match, at) => match === at)
  // If entries have moved, blank lines belong to the list rather than to the entry above them.
  const gap = cut.entries.slice(0, -1).some((entry) => entry.gap !== '') ? '\n' : ''
  const parts: string[] = [frame.slice(0, place.index)]
  for (const [at, value] of list.entries()) {
    const match = matches[at]
    const entry = match === undefined ? undefined : cut.entries[match]
    const isSame = match !== undefined && isDeepStrictEqual(before[match], value)
    const lines = !entry
      ? shift(rewriteYaml('', [value]), indent)
      : shift(isSame ? entry.text : rewriteYaml(entry.text, [value]), indent - cut.indent)
    const isLast = at === list.length - 1
    parts.push(lines, inOrder ? (entry?.gap ?? '') : isLast ? '' : gap)
    await pause()
  }
  const rewritten = [...parts, frame.slice(place.index + place[0].length)].join('')
  await nextTurn()
  return (await says(rewritten, next)) ? rewritten : undefined
}

/** True if the text parses to the value: the check of the result, whatever the text contains. */
async function says(text: string, value: unknown) {
  try {
    const said = parseLongYaml(text).value
    await nextTurn()
    return isDeepStrictEqual(said, value)
  } catch (error) {
    if (error instanceof YamlParseError) return false
    throw error
  }
}

/** Texts with these are not cut: block scalars that keep trailing line breaks, directives, tabs in an indent, CR. */
const NOT_CUT = /[|>]\d?\+|^%|^ *\t|\r/m

/**
 * Cuts a text between the entries of its longest list. Undefined if no list has lines of its own: the text has none, or
 * only a flow list, or a text value that looks like a list.
 */
function cutText(text: string): CutText | undefined {
  if (NOT_CUT.test(text)) return undefined
  const lines = text.split('\n')
  const run = longestRun(lines)
  if (!run) return undefined
  const placeholder = unusedWord(text)
  const frame = [
    ...lines.slice(0, run.first),
    `${' '.repeat(run.indent)}- ${placeholder}`,
    ...lines.slice(run.end),
  ].join('\n')
  try {
    const around = parseLongYaml(frame)
    // If the placeholder is a list of its own here, so are the entries that it replaces.
    const path = pathTo(placeholder, around.value)
    return path && { frame, placeholder, around, path, indent: run.indent, entries: entriesIn(lines, run) }
  } catch (error) {
    if (error instanceof YamlParseError) return undefined
    throw error
  }
}

/** A placeholder that the text does not contain. */
function unusedWord(text: string) {
  let word = 'entries-of-the-list'
  while (text.includes(word)) word += '-'
  return `${word}0`
}

/** Consecutive lines that look like entries with the same indent, by their dashes. `end` is the first line below. */
interface Run {
  indent: number
  first: number
  end: number
  dashes: number[]
}

/** The run with the most entries. Undefined if there are fewer than two. */
function longestRun(lines: readonly string[]): Run | undefined {
  let longest: Run | undefined
  const open: Run[] = []
  for (const [at, line] of lines.entries()) {
    const indent = line.search(/\S/)
    if (indent === -1) continue
    if (line[indent] === '#') {
      // With a deeper indent, the line belongs to the entry above: as a comment, or as a part of a text.
      for (const run of open) if (run.indent < indent) run.end = at + 1
      continue
    }
    const isDash = line[indent] === '-' && (line.length === indent + 1 || line[indent + 1] === ' ')
    // A line with a smaller indent, or with the same indent and no dash, ends a run.
    for (let run = open.at(-1); run && (run.indent > indent || (run.indent === indent && !isDash)); run = open.at(-1))
      open.pop()
    let run = open.at(-1)
    if (isDash && run?.indent !== indent) open.push((run = { indent, first: at, end: at, dashes: [] }))
    if (isDash) run?.dashes.push(at)
    for (const each of open) each.end = at + 1
    if (run && run.dashes.length > Math.max(1, longest?.dashes.length ?? 0)) longest = run
  }
  return longest
}

function entriesIn(lines: readonly string[], { indent, first, end, dashes }: Run): EntryText[] {
  const starts = dashes.map((dash) => {
    if (dash === first) return first
    // A comment with a deeper indent may belong to the entry above.
    let start = dash
    for (let at = dash - 1; isBlank(lines[at]) || isCommentUpTo(indent, lines[at]); at--)
      if (!isBlank(lines[at])) start = at
    return start
  })
  return starts.map((start, at) => {
    const stop = starts[at + 1] ?? end
    let last = stop
    while (isBlank(lines[last - 1])) last--
    return { text: `${lines.slice(start, last).join('\n')}\n`, gap: '\n'.repeat(stop - last) }
  })
}

function isBlank(line = '-') {
  return line.trim() === ''
}

function isCommentUpTo(indent: number, line = '') {
  const at = line.search(/\S/)
  return line[at] === '#' && at <= indent
}

/** The keys that lead to the list whose only entry is the placeholder. Undefined if it is inside of other lists. */
function pathTo(placeholder: string, value: unknown): string[] | undefined {
  if (Array.isArray(value)) return value.length === 1 && value[0] === placeholder ? [] : undefined
  if (!isRecord(value)) return undefined
  for (const [key, part] of Object.entries(value)) {
    const path = pathTo(placeholder, part)
    if (path) return [key, ...path]
  }
  return undefined
}

function listAt(value: unknown, path: readonly string[]): unknown[] | undefined {
  const found = path.reduce<unknown>(
    (part, key) => (isRecord(part) && Object.hasOwn(part, key) ? part[key] : undefined),
    value,
  )
  return Array.isArray(found) ? found : undefined
}

function withListAt(value: unknown, [key, ...path]: readonly string[], list: readonly unknown[]): unknown {
  if (key === undefined || !isRecord(value)) return list
  return { ...value, [key]: withListAt(value[key], path, list) }
}

interface ParsedEntry {
  value: unknown
  tokens: number
}

/** Undefined if the text is not exactly one entry. */
function parseEntry(text: string): ParsedEntry | undefined {
  try {
    const { value, tokens } = parseYaml(text)
    return Array.isArray(value) && value.length === 1 ? { value: value[0] as unknown, tokens } : undefined
  } catch (error) {
    if (error instanceof YamlParseError) return undefined
    throw error
  }
}

/** Indents lines by so many spaces, or less if negative. Block texts move as a whole, so their values stay. */
function shift(lines: string, by: number): string {
  if (by === 0) return lines
  return by > 0 ? lines.replaceAll(/^(?=.)/gm, ' '.repeat(by)) : lines.replaceAll(new RegExp(`^ {1,${-by}}`, 'gm'), '')
}

/** Makes a function to await between steps. It waits for other work only if the time slice is over. */
function makePause(): () => Promise<void> | undefined {
  let end = performance.now() + SLICE_MS
  return () => {
    if (performance.now() < end) return undefined
    return nextTurn().then(() => {
      end = performance.now() + SLICE_MS
    })
  }
}
