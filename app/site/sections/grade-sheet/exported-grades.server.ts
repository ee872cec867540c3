import { currentSite } from '#app/cms/site.server.ts'
import { sheetPath } from '#app/site/addresses/grade-address.ts'
import { dataSheets, type DataSheet } from './data-sheet.server.ts'

/** All listed grades as programs read them. A text that a grade does not have is empty; a bound that there is not is missing. */
export function exportedGrades() {
  const site = currentSite()
  const absolute = (href: string) => new URL(href, site.env.publicOrigin).href
  const all = dataSheets(site)
  return { total: all.length, grades: all.map((sheet) => exported(sheet, absolute)) }
}

function exported(sheet: DataSheet, absolute: (href: string) => string) {
  const { key, title, formerNames, use, href, product, state, successor, facts, standards, groups, supply } = sheet
  const linked = <Link extends { href: string }>({ href: to, ...link }: Link) => ({ ...link, address: absolute(to) })
  return {
    ...{ id: key, title, formerNames, use, address: absolute(href), dataSheet: absolute(sheetPath(href)) },
    product: linked(product),
    ...{ state, successor: successor && linked(successor), facts },
    standards: standards.map(({ certificate, ...met }) => ({
      ...met,
      certificate: certificate && linked(certificate),
    })),
    values: groups.flatMap((group) =>
      group.values.map(({ text, ...value }) => ({ ...value, group: group.title, value: text })),
    ),
    supply,
    edition: { number: sheet.edition, date: sheet.editionDate },
    editions: sheet.editions,
  }
}
