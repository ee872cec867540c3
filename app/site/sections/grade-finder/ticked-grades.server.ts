import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { MAX_COMPARED, MAX_ENQUIRY_GRADES } from '#app/site/addresses/grade-forms.ts'
import { comparedKeys, isTicking } from '#app/site/addresses/grade-selection.ts'
import { gradeIndex } from './grade-index.server.ts'

/** The grades that are ticked in the list, and what is missing to compare them. */
export function tickedGrades(site: SiteReader, query: URLSearchParams) {
  const keys = comparedKeys(query) ?? []
  const found = keys.flatMap((key) => site.service(gradeIndex).withKey(key) ?? [])
  const ticked = found.slice(0, MAX_ENQUIRY_GRADES).map(({ key, value: { title } }) => ({ key, title }))
  const next = whatToTick(ticked.map(({ title }) => title))
  return {
    ticked,
    notes: (query.has('compare') || query.has('show')) && !isTicking(query) ? [...notFound(site, keys), next] : [],
  }
}

function whatToTick(ticked: readonly string[]) {
  const [first] = ticked
  if (first === undefined) return `Tick 2 to ${MAX_COMPARED} grades to compare them`
  if (ticked.length === 1) return `${first} is ticked. Tick one to three more, then compare`
  return `${ticked.length} grades were ticked. Compare takes ${MAX_COMPARED}: untick ${ticked.length - MAX_COMPARED}`
}

/** Names the asked keys that no grade has. */
export function notFound(site: SiteReader, keys: readonly string[]) {
  return noteOf(
    'Not found',
    keys.filter((key) => !site.service(gradeIndex).withKey(key)),
  )
}

/** What the visitor should know of grades that were asked for; nothing if there are none of them. */
export function noteOf(what: string, names: readonly string[]) {
  return names.length === 0 ? [] : [`${what}: ${enumerate(names)}`]
}
