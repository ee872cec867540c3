import { inLatinLetters } from '#app/cms/platform/format/latin-letters.ts'
import { KEPT_DAYS, type AskedWords } from '#app/cms/search/asked/asked-words.server.ts'
import { MIN_VISITORS } from '#app/cms/search/asked/day-counts.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { plainPages } from '#app/site/collections/plain-pages/plain-pages.ts'
import { countingState } from '#app/site/search/counted-searches.ts'
import { searchWords } from '#app/site/sections/search-words/search-words.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'

/** Of each list. */
const MAX_SHOWN = 100

/** Words that were asked for, with the forms in which they are filled in. */
export interface AskedRow {
  words: string
  visitors: number
  lastDay: string
  synonym: string
  /** Undefined for words of which no address can be made. */
  redirect: string | undefined
  page: string
}

/** What visitors have asked for: what the site had nothing for, and what it had, the most asked for first. */
export async function askedWordsLists() {
  const site = currentSite()
  const all = await site.askedWords.list()
  return {
    state: countingState(site),
    minVisitors: MIN_VISITORS,
    keptDays: KEPT_DAYS,
    missing: rowsOf(all, ({ missing }) => missing),
    found: rowsOf(all, ({ found }) => found),
  }
}

function rowsOf(all: readonly AskedWords[], visitorsOf: (asked: AskedWords) => number) {
  return all
    .map((asked) => ({ asked, visitors: visitorsOf(asked) }))
    .filter(({ visitors }) => visitors > 0)
    .sort(
      (one, other) =>
        other.visitors - one.visitors ||
        other.asked.lastDay.localeCompare(one.asked.lastDay) ||
        one.asked.words.localeCompare(other.asked.words),
    )
    .slice(0, MAX_SHOWN)
    .map(({ asked, visitors }) => rowOf(asked, visitors))
}

function rowOf({ words, lastDay }: AskedWords, visitors: number): AskedRow {
  const { words: latin, isWhole } = inLatinLetters(words)
  const title = words.charAt(0).toUpperCase() + words.slice(1)
  const { groups = [] } = currentSite().content.find(searchWords)?.value ?? {}
  const { redirects = [] } = currentSite().content.find(siteDetails)?.value ?? {}
  return {
    words,
    visitors,
    lastDay,
    synonym: rowAddress(`/admin/${searchWords.id}`, 'groups', groups.length, { words: `${words}, ` }),
    redirect: isWhole
      ? rowAddress(`/admin/${siteDetails.id}`, 'redirects', redirects.length, { from: `/${latin}` })
      : undefined,
    page: `/admin/${plainPages.id}/new?${new URLSearchParams({ title }).toString()}`,
  }
}

/** The form of a section with a further row in a list. The page scrolls to its first field. */
function rowAddress(form: string, list: string, at: number, fields: Record<string, string>) {
  const [first = ''] = Object.keys(fields)
  const query = new URLSearchParams({ add: list, ...fields })
  return `${form}?${query.toString()}#editor-${encodeURIComponent(`${list}[${at}].${first}`)}`
}
