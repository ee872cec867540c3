import { MalformedBody } from './body-errors.ts'

/** The longest list a section may hold. */
const MAX_INDEX = 9_999
/** More than the deepest form has: `financials.results[2].links[0].href` has six steps. */
const MAX_STEPS = 16
/** Several values of one name are joined one by one. */
const MAX_REPEATS = 1_000
/** Places of lists for which no field needs to be sent, such as entries of boxes that were not ticked. Each is shown again. */
const SPARE_PLACES = 200

/**
 * Refuses names of form fields that would cost more than was sent for them: whoever makes objects of `slides[2].title` makes
 * the list as long as its highest index says, and walks over every place in it.
 *
 * Throws MalformedBody (400) for an index of 10,000 or more, a name of more than 16 steps, a name that is sent more than 1,000
 * times, and for lists that have far more places than fields.
 */
export function checkFieldNames(names: Iterable<string>): void {
  const repeats = new Map<string, number>()
  const lengths = new Map<string, number>()
  let placesLeft = SPARE_PLACES
  for (const name of names) {
    const repeated = (repeats.get(name) ?? 0) + 1
    repeats.set(name, repeated)
    if (repeated > MAX_REPEATS) throw new MalformedBody(`The form holds ${shown(name)} more than ${MAX_REPEATS} times.`)
    if (repeated > 1) continue
    if (name.split(/[.[]/, MAX_STEPS + 1).length > MAX_STEPS) {
      throw new MalformedBody(`The field name ${shown(name)} is nested too deeply.`)
    }
    for (const { 1: digits, index: start } of name.matchAll(/\[(\d+)\]/g)) {
      const index = Number(digits)
      if (index > MAX_INDEX) throw new MalformedBody(`${shown(name)} is beyond the end of any list.`)
      const list = name.slice(0, start)
      const length = Math.max(lengths.get(list) ?? 0, index + 1)
      // Each list may be as long as it has fields.
      placesLeft -= length - (lengths.get(list) ?? 0) - 1
      lengths.set(list, length)
    }
  }
  if (placesLeft < 0) throw new MalformedBody('The form names places in lists for which it holds no fields.')
}

function shown(name: string) {
  return `“${name.length > 100 ? `${name.slice(0, 99)}…` : name}”`
}
