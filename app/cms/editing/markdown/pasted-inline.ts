import { styleOf } from '#app/cms/editing/paste/clipboard-html.ts'
import { onTheLine, raisedBy, type Raised } from '#app/cms/editing/paste/raised-text.ts'
import { isSafeLink, tidyLink } from '#app/cms/define/link-target.ts'

/** The formats of words that Markdown can show. */
export interface Format {
  bold?: boolean | undefined
  italic?: boolean | undefined
  struck?: boolean | undefined
  raised?: Raised | undefined
  /** Target of the link around them. */
  href?: string | undefined
  /** True if a line feed in the text is a line break. */
  keepsLines?: boolean | undefined
}

/** Words of one format. A line feed alone is a line break. */
export interface Run extends Format {
  text: string
}

/** The format of the words in an element, from that of the words around it. */
export function formatIn(element: Element, around: Format): Format {
  const name = element.localName
  const style = styleOf(element)
  const weight = style.get('font-weight')
  const slant = style.get('font-style')
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`
  const space = style.get('white-space')
  return {
    // Google Docs writes a `b` that is not bold around everything.
    bold: weight === undefined ? /^(?:b|strong)$/.test(name) || around.bold : /^bold|^[6-9]\d\d$/.test(weight),
    italic: slant === undefined ? /^(?:i|em)$/.test(name) || around.italic : /^(?:italic|oblique)/.test(slant),
    struck: /^(?:s|strike)$/.test(name) || line.includes('line-through') || around.struck,
    raised: raisedBy(element) ?? around.raised,
    href: element.matches('a[href]') ? linkTarget(element.getAttribute('href') ?? '') : around.href,
    keepsLines: name === 'pre' || (space === undefined ? around.keepsLines : /^(?:pre|break-spaces)/.test(space)),
  }
}

/** The target of a link that a page may have; undefined for one into a document on a disk, and for a script. */
function linkTarget(href: string): string | undefined {
  const target = tidyLink(withoutTracking(href.trim()).replace(/^http:\/\//i, 'https://'))
  if (!isSafeLink(target) || target.startsWith('#')) return undefined
  return target.replaceAll(/[\s()<>|]/g, encodeSign)
}

/** A sign that would end the target of a link of Markdown. `encodeURIComponent` keeps parentheses. */
function encodeSign(sign: string) {
  return encodeURIComponent(sign).replace('(', '%28').replace(')', '%29')
}

/** The address behind the one with which Google and Outlook count and check clicks. */
function withoutTracking(href: string): string {
  if (!URL.canParse(href)) return href
  const { hostname, pathname, searchParams } = new URL(href)
  const isGoogle = /^(?:www\.)?google\.[a-z.]+$/.test(hostname) && pathname === '/url'
  const isOutlook = hostname.endsWith('.safelinks.protection.outlook.com')
  const target = isGoogle ? (searchParams.get('q') ?? searchParams.get('url')) : isOutlook && searchParams.get('url')
  return target && /^(?:https?:|mailto:)/i.test(target) ? target : href
}

/**
 * The runs as they can be marked in Markdown: without formats for raised words, with single spaces, and with spaces,
 * line breaks and signs at the edge of a mark outside of it, where the mark would be shown as asterisks otherwise.
 */
export function tidyRuns(runs: readonly Run[]): Run[] {
  return signsOutside(spacesOutside(singleSpaces(withoutRaised(joined(runs)))))
}

function sameFormat(one: Run, other: Run) {
  return (
    Boolean(one.bold) === Boolean(other.bold) &&
    Boolean(one.italic) === Boolean(other.italic) &&
    Boolean(one.struck) === Boolean(other.struck) &&
    one.raised === other.raised &&
    one.href === other.href
  )
}

function joined(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  for (const run of runs) {
    const last = result.at(-1)
    if (last && last.text !== '\n' && run.text !== '\n' && sameFormat(last, run)) last.text += run.text
    else if (run.text !== '') result.push({ ...run })
  }
  return result
}

function withoutRaised(runs: readonly Run[]): Run[] {
  return runs.map((run, at) => {
    const { raised, text } = run
    if (raised === undefined || text === '\n') return run
    return { ...run, raised: undefined, text: onTheLine(text, raised, runs[at - 1]?.text ?? '') }
  })
}

/** Each space in a run of its own, once, and none at a line break or an end. */
function singleSpaces(runs: readonly Run[]): Run[] {
  const parts = runs.flatMap((run) =>
    run.text === '\n'
      ? [run]
      : run.text
          .replaceAll(/[\t\n\f\r \u00A0]+/g, ' ')
          .split(/(^ | $)/)
          .filter((text) => text !== '')
          .map((text) => ({ ...run, text })),
  )
  const result: Run[] = []
  for (const part of parts) {
    const before = result.at(-1)?.text ?? '\n'
    if (part.text === ' ' && (before === ' ' || before === '\n')) continue
    if (part.text === '\n' && before === ' ') result.pop()
    result.push(part)
  }
  while (result.length > 0 && /^[ \n]$/.test(result.at(-1)?.text ?? '')) result.pop()
  while (result[0]?.text === '\n') result.shift()
  return result
}

/** Between two words, a space has the formats that both have. */
function spacesOutside(runs: readonly Run[]): Run[] {
  const isSpace = ({ text }: Run) => text === ' ' || text === '\n'
  const spaced = runs.map((run, at): Run => {
    if (!isSpace(run)) return run
    const before = runs.slice(0, at).findLast((other) => !isSpace(other))
    const after = runs.slice(at + 1).find((other) => !isSpace(other))
    return { text: run.text, ...(before && after && commonFormat(before, after)) }
  })
  return joined(spaced)
}

function commonFormat(one: Format, other: Format): Format {
  // A mark does not go on over the edge of a link: the link is around it.
  const isOneLink = one.href === other.href
  return {
    bold: isOneLink && Boolean(one.bold && other.bold),
    italic: isOneLink && Boolean(one.italic && other.italic),
    struck: isOneLink && Boolean(one.struck && other.struck),
    href: isOneLink ? one.href : undefined,
  }
}

const SIGN = /[\p{P}\p{S}]/u

/** CommonMark takes `**` between a letter and a sign as asterisks: the sign moves out of the mark. */
function signsOutside(runs: readonly Run[]): Run[] {
  const result: Run[] = []
  let rest = [...runs]
  for (let run = rest.shift(); run; run = rest.shift()) {
    if (run.text === '') continue
    const before = result.at(-1)
    const last = lastSign(before?.text ?? '')
    const first = firstSign(run.text)
    const touches = before !== undefined && before.href === run.href && isVisible(last) && isVisible(first)
    if (touches && !SIGN.test(last) && SIGN.test(first) && opens(run, before)) {
      result.push({ ...commonFormat(before, run), text: first })
      rest = [{ ...run, text: run.text.slice(first.length) }, ...rest]
    } else if (touches && SIGN.test(last) && !SIGN.test(first) && opens(before, run)) {
      before.text = before.text.slice(0, -last.length)
      if (before.text === '') result.pop()
      result.push({ ...commonFormat(before, run), text: last }, run)
    } else result.push(run)
  }
  return joined(result)
}

function isVisible(sign: string) {
  return sign !== '' && !/\s/.test(sign)
}

/** True if a mark is around the words of `inner` and not around those of `outer` beside them. */
function opens(inner: Run, outer: Run) {
  return (['bold', 'italic', 'struck'] as const).some((mark) => inner[mark] === true && outer[mark] !== true)
}

function firstSign(text: string) {
  return String.fromCodePoint(text.codePointAt(0) ?? 32).trim()
}

function lastSign(text: string) {
  return Array.from(text.slice(-2)).at(-1) ?? ''
}

/** Marks in the order in which they are around one another. */
const MARKS = [
  ['href', 'a'],
  ['struck', 'del'],
  ['bold', 'strong'],
  ['italic', 'em'],
] as const

/** Puts runs into an element, each with an element for each of its marks. */
export function appendRuns(into: Element, runs: readonly Run[], depth = 0): void {
  const [property, name] = MARKS[depth] ?? []
  const { ownerDocument: page } = into
  if (property === undefined) {
    for (const { text } of runs) into.append(text === '\n' ? page.createElement('br') : text)
    return
  }
  for (let from = 0; from < runs.length;) {
    const value = runs[from]?.[property] ?? false
    let to = from + 1
    while (to < runs.length && (runs[to]?.[property] ?? false) === value) to += 1
    const group = runs.slice(from, to)
    if (value !== false) {
      const mark = page.createElement(name)
      if (typeof value === 'string') mark.setAttribute('href', value)
      appendRuns(mark, group, depth + 1)
      into.append(mark)
    } else appendRuns(into, group, depth + 1)
    from = to
  }
}

/** True if a mark begins or ends inside of a word, where two of them beside each other may not be told apart. */
export function hasMarksInWords(runs: readonly Run[]): boolean {
  return runs.some((run, at) => {
    const before = runs[at - 1]
    return (
      before !== undefined &&
      before.text !== '\n' &&
      run.text !== '\n' &&
      !/\s$/.test(before.text) &&
      !/^\s/.test(run.text) &&
      (opens(run, before) || opens(before, run))
    )
  })
}
