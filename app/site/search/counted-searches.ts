import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { namesSearches, privacyNotice } from '#app/site/sections/privacy-notice/privacy-notice.ts'
import { searchWords } from '#app/site/sections/search-words/search-words.ts'

/**
 * Whether it is counted what visitors search for: staff turn it on, and the notice that is public has to name it.
 * `unnamed`: it is turned on, but the notice does not.
 */
export function countingState({ content }: SiteReader): 'off' | 'unnamed' | 'on' {
  if (content.find(searchWords)?.value.countsSearches !== true) return 'off'
  const notice = content.find(privacyNotice)?.value
  return notice && namesSearches(notice) ? 'on' : 'unnamed'
}
