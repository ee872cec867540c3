/**
 * The messages of fields, made from their labels. Each names the problem, the limit and what to do. The same message is
 * shown in a form, in an API response and for a hand-edited file.
 */

/** `Enter title`. */
export function missing(label: string): string {
  return `Enter ${lowerFirst(label)}`
}

/** `Choose portrait`, for what is chosen from files or from a few values. */
export function notChosen(label: string): string {
  return `Choose ${lowerFirst(label)}`
}

/** `Date must be a day such as 2025-08-06`. */
export function mustBe(label: string, what: string): string {
  return `${label} must be ${what}`
}

/** `Title has 120 characters; the limit is 100`. */
export function tooLong(label: string, length: number, max: number): string {
  return `${label} has ${inFull(length)} characters; the limit is ${inFull(max)}`
}

/** For a text with half of a character; `excerpt` is the text around it. */
export function damaged(label: string, excerpt: string): string {
  return `${label} has a damaged character that cannot be stored, at ▯ in “${excerpt}”. Delete it and type it again`
}

/** `Year must be a whole number from 1900 to 2100`. */
export function outOfRange(label: string, min: number, max: number): string {
  return mustBe(label, `a whole number from ${bound(min)} to ${bound(max)}`)
}

/** For a list with too few or too many entries: `Facts can hold at most 8 entries`. */
export function wrongCount(
  label: string,
  { min, max }: { min: number; max?: number | undefined },
  isTooFew: boolean,
): string {
  if (min === max) return `${label} needs exactly ${entries(min)}`
  return isTooFew || max === undefined
    ? `${label} needs at least ${entries(min)}`
    : `${label} can hold at most ${entries(max)}`
}

/** For a list beyond the limit of all lists: `Items has 512 entries; the limit is 500. Remove 12 entries`. */
export function tooManyEntries(label: string, count: number, max: number): string {
  return `${label} has ${entries(count)}; the limit is ${inFull(max)}. Remove ${entries(count - max)}`
}

/** For a value that must be unique in its list. */
export function repeated(label: string, value: string): string {
  return `${label} "${value}" is used twice. Enter a different value for this entry`
}

function entries(count: number) {
  return count === 1 ? '1 entry' : `${inFull(count)} entries`
}

function inFull(number: number) {
  return number.toLocaleString('en')
}

/** `2100`, `20,000`: a bound of four digits may be a year. */
function bound(number: number) {
  return number.toLocaleString('en', { useGrouping: 'min2' })
}

/** An abbreviation, such as CIN, stays as it is. */
function lowerFirst(label: string) {
  return /^\p{Lu}{2}/u.test(label) ? label : label.charAt(0).toLowerCase() + label.slice(1)
}
