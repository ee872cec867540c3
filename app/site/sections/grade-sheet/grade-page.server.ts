import { MAX_COMPARED } from '#app/site/addresses/grade-forms.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { formatDay, formatLongDay } from '#app/cms/platform/format/day.ts'
import { comparisonHref } from '#app/site/addresses/grade-selection.ts'
import { gradeIndex, type IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { dataSheet } from './data-sheet.server.ts'
import { ownSheet, type FilesOfSite } from './own-sheets.server.ts'

/** What the page of a grade shows. */
export function gradePage(site: SiteReader & FilesOfSite & { env: { publicOrigin: string } }, grade: IndexedGrade) {
  const { product, groups, edition, editionDate, ...sheet } = dataSheet(site, grade)
  const { companyName = '', contacts } = site.content.find(siteDetails)?.value ?? {}
  const own = ownSheet(site, grade.value)
  const others = alternatives(site, grade)
  const meets = sheet.standards.map(({ name, relation }) => `${relation} ${name}`)
  return {
    ...{ key: sheet.key, title: sheet.title, use: sheet.use, href: sheet.href },
    /** As it can be typed from paper. */
    address: site.env.publicOrigin + sheet.href,
    ...{ availability: sheet.state, isDiscontinued: sheet.isDiscontinued, successor: sheet.successor },
    ...{ formerNames: sheet.formerNames, facts: sheet.facts, standards: sheet.standards, supply: sheet.supply },
    product: { title: product.title, href: product.href },
    description: [`${sheet.title}: ${sheet.use}`, ...meets.slice(0, 3)].join('. '),
    edition: { number: edition, date: editionDate === '' ? '' : formatLongDay(editionDate) },
    ownSheet: own && { ...own, date: own.date === '' ? '' : formatDay(own.date) },
    groups: groups.map(({ title, values }) => ({
      title,
      values: values.map(({ name, text, unit, basis, method, condition }) => ({
        ...{ name, text, unit, basis, method, condition },
      })),
    })),
    editions: sheet.editions.map((one) => ({ ...one, date: formatDay(one.date) })),
    others: others.map(({ href, value: { title, use } }) => ({ href, title, use })),
    compareHref:
      others.length === 0
        ? undefined
        : comparisonHref([grade.key, ...others.slice(0, MAX_COMPARED - 1).map(({ key }) => key)]),
    company: { name: companyName, email: contacts?.registeredOffice.email, phone: contacts?.registeredOffice.phone },
  }
}

/** The most that are named below a grade. */
const MAX_OTHERS = 6

/** The successor of a grade, else others of its table: those for the same layer first. */
function alternatives(site: SiteReader, { key, value, page }: IndexedGrade): IndexedGrade[] {
  const index = site.service(gradeIndex)
  const successor = index.withKey(value.successor)
  if (successor) return [successor]
  const others = index.ofPage(page.key).filter((other) => other.key !== key && other.isListed)
  const isAlike = (other: IndexedGrade) => other.value.layer === value.layer
  return [...others.filter(isAlike), ...others.filter((other) => !isAlike(other))].slice(0, MAX_OTHERS)
}

export type GradePage = ReturnType<typeof gradePage>
