import { formatDay } from '#app/cms/platform/format/day.ts'
import { languageName } from '#app/cms/platform/format/language-name.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { ENDS } from './applies.ts'
import type { DisclosureRow } from './disclosure-rows.ts'
import type { MissingPart } from './disclosure-states.server.ts'

/** `2 of 3 are public: FY 2022-23 is missing. Hindi is missing.`: what is missing of a row of which something is public; '' if nothing is. */
export function partlyFound({ found, least, years, languages }: MissingPart): string {
  if (found === 0) return ''
  const number = found < least ? [`${found} of ${least} ${found === 1 ? 'is' : 'are'} public`] : []
  const missing = years.length > 0 ? [`: ${areMissing(years.map((year) => `FY ${year}`))}`] : []
  const ofNumber = number.length > 0 ? [`${[...number, ...missing].join('')}.`] : []
  const ofLanguages = languages.length > 0 ? [`${areMissing(languages.map(languageName))}.`] : []
  return [...ofNumber, ...ofLanguages].join(' ')
}

function areMissing(names: readonly string[]) {
  return `${enumerate(names)} ${names.length === 1 ? 'is' : 'are'} missing`
}

/** `Applied until the stage “Shares allotted”, 9 Nov 2026.`, of a row that has ended. */
export function howItEnded({ lastDay, appliesUntil }: DisclosureRow, endedOn: string): string {
  const day = endedOn === '' ? '' : formatDay(endedOn)
  if (appliesUntil === 'never' || endedOn === lastDay) return `Applied until ${day}.`
  return `Applied ${ENDS[appliesUntil].toLowerCase().slice(0, 1)}${ENDS[appliesUntil].slice(1)}${day && `, ${day}`}.`
}
