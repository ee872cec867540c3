import { MAX_COMPARED } from '#app/site/addresses/grade-forms.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { formatDay, formatLongDay } from '#app/cms/platform/format/day.ts'
import { comparisonHref } from '#app/site/addresses/grade-selection.ts'
import { gradeIndex, type IndexedGrade } from '#app/site/sections/grade-finder/grade-index.server.ts'
import { productPages } from '#app/site/sections/product-page/product-page.ts'
import { siteDetails } from '#app/site/sections/site-details/site-details.ts'
import { withBoundUnits } from '#app/site/ui/bound-units.ts'
import { dataSheet, type DataSheet } from './data-sheet.server.ts'
import { ownSheet, type FilesOfSite } from './own-sheets.server.ts'

/** What the page of a grade shows. */
export function gradePage(site: SiteReader & FilesOfSite & { env: { publicOrigin: string } }, grade: IndexedGrade) {
  const { product, groups, edition, editionDate, ...sheet } = dataSheet(site, grade)
  const { companyName = '', contacts } = site.content.find(siteDetails)?.value ?? {}
  const own = ownSheet(site, grade.value)
  const others = alternatives(site, grade)
  const meets = sheet.standards.map(({ name, relation }) => `${relation} ${name}`)
  return {
    ...{ key: sheet.key, title: sheet.title, use: withBoundUnits(sheet.use), href: sheet.href },
    /** As it can be typed from paper. */
    address: site.env.publicOrigin + sheet.href,
    ...{ availability: sheet.state, isDiscontinued: sheet.isDiscontinued, successor: sheet.successor },
    ...{ formerNames: sheet.formerNames, facts: sheet.facts.map(bound), standards: sheet.standards },
    supply: sheet.supply.map(bound),
    product: { title: product.title, href: product.href, picture: pictureOf(site, grade) },
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
    others: others.map(({ href, value: { title, use } }) => ({ href, title, use: withBoundUnits(use) })),
    compare: comparisonWith(grade, others.slice(0, MAX_COMPARED - 1)),
    company: { name: companyName, email: contacts?.registeredOffice.email, phone: contacts?.registeredOffice.phone },
  }
}

function bound({ name, text }: DataSheet['supply'][number]) {
  return { name, text: withBoundUnits(text) }
}

/** The picture of the product, which is that of the family of the grade. */
function pictureOf(site: SiteReader, { page }: IndexedGrade) {
  const { image = '', imageAlt = '' } = pagesOf(site, productPages).withKey(page.key)?.value ?? {}
  return { file: image, alt: imageAlt }
}

/** The way to see a grade beside others, in words that name them. Undefined if there are none. */
function comparisonWith({ key }: IndexedGrade, others: readonly IndexedGrade[]) {
  if (others.length === 0) return undefined
  return {
    href: comparisonHref([key, ...others.map((other) => other.key)]),
    text: `Compare with ${enumerate(others.map(({ value }) => value.title))}`,
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
