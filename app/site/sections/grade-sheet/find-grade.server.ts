import { GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { pageOfRedirect } from '#app/cms/define/page-redirects.ts'
import { EDITIONS_ENDING, gradePath, SHEET_ENDING } from '#app/site/addresses/grade-address.ts'
import { PRODUCTS } from '#app/site/addresses/product-address.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { gradeIndex, type IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'

/** What there is at an address below that of a product page. */
type FoundGrade =
  | { state: 'shown'; grade: IndexedGrade }
  /** The page has another address. */
  | { state: 'moved'; to: string; isForEver: boolean }
  | { state: 'gone' | 'unreadable' | 'unknown' }

/** Also finds the grade at the permanent address of its key, and below a former address of its product page. */
export function findGrade(site: SiteReader, product: string, last: string): FoundGrade {
  const index = site.service(gradeIndex)
  const parent = `${PRODUCTS}/${product}`
  const path = gradePath(parent, last)
  const grade = index.byAddress().get(path)
  if (grade) return { state: 'shown', grade }
  if (parent === GRADES_PAGE) {
    const named = [...index.byAddress().values()].find(({ key }) => key === last)
    return named ? { state: 'moved', to: named.href, isForEver: false } : { state: 'unknown' }
  }
  const to = redirectOf(site, path)
  if (to !== undefined) return to === '' ? { state: 'gone' } : { state: 'moved', to, isForEver: true }
  const parentNow = redirectOf(site, parent)
  if (parentNow === '') return { state: 'gone' }
  if (parentNow !== undefined) {
    const moved = index.byAddress().get(gradePath(pageOfRedirect(parentNow), last))
    return { state: 'moved', to: moved?.href ?? parentNow, isForEver: true }
  }
  const isUnreadable = site.content.entryKeys(grades).includes(last) && !site.content.find(grades.entry(last))
  return { state: isUnreadable ? 'unreadable' : 'unknown' }
}

/** Where the site sends visitors of an address; '' if its page is gone, undefined if it sends them nowhere. */
function redirectOf({ content }: SiteReader, address: string): string | undefined {
  return content.find(siteDetails)?.value.redirects.find(({ from }) => from === address)?.to
}

/** The pages of all grades that visitors can open. */
export function gradePages(site: SiteReader): string[] {
  return [...site.service(gradeIndex).byAddress().keys()]
}

/** True for the address of the page of a grade or of a file beside it, and for one that leads to such a page. */
export function mayHaveGrade(site: SiteReader, address: string): boolean {
  const [product, last, ...others] = address.slice(PRODUCTS.length + 1).split('/')
  if (product === undefined || last === undefined || others.length > 0) return false
  const ending = [SHEET_ENDING, EDITIONS_ENDING].find((one) => last.endsWith(one)) ?? ''
  return findGrade(site, product, last.slice(0, last.length - ending.length)).state !== 'unknown'
}
