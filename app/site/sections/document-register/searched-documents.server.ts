import type { SiteReader } from '#app/cms/define/content-reader.ts'
import { fileAt } from '#app/cms/media/media-address.ts'
import { documentTextsOf, type DocumentTexts } from '#app/cms/media/document-texts.ts'
import type { SearchedThing } from '#app/cms/search/search-entry.ts'
import { kindOf } from '#app/site/collections/documents/document-kinds.ts'
import { periodLabel } from '#app/site/collections/documents/financial-period.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { gateOf } from '#app/site/collections/documents/gate-address.ts'
import { documentRegister, type DocumentRegister, type RegisteredDocument } from './register.server.ts'

/**
 * What visitors find of the documents: those of the lists. One for which they have to confirm a text is not among them,
 * since nothing of it may be read before: they find the page that leads to it.
 */
export function* searchedDocuments(site: SiteReader): Iterable<SearchedThing> {
  const register = site.service(documentRegister)
  const { textsOf } = documentTextsOf(site.content)
  for (const document of register.listed()) {
    if (gateOf(document) !== undefined) continue
    const { slug, title, kind, financialYear, period, date, files } = document
    const ofFiles = [document, ...files].map(({ fileUrl }) => textsOfFile(register, textsOf, fileUrl))
    const basis = [title, kind, financialYear, period, date, ...files.map((file) => file.title), ...ofFiles]
    yield { id: slug, basis, entry: () => entryOf(document, ofFiles.flat()) }
  }
}

const NO_TEXTS: readonly string[] = []

/** The text of a PDF, unless another document has the file and visitors may not read it there. */
function textsOfFile(register: DocumentRegister, textsOf: DocumentTexts['textsOf'], address: string) {
  const file = fileAt(address)
  if (file === undefined || register.gateOf(file) !== undefined || register.isWithheld(file)) return NO_TEXTS
  return textsOf(file)
}

function entryOf(
  { slug, title, kind, financialYear, period, date, files }: RegisteredDocument,
  ofFiles: readonly string[],
) {
  const { label, page } = kindOf(kind)
  const shownPeriod = financialYear === '' ? [] : [periodLabel(financialYear, period)]
  return {
    title,
    place: label,
    date,
    href: page ?? fixedAddress(slug),
    names: yearsOf(financialYear),
    texts: [...shownPeriod, ...files.map((file) => file.title)],
    furtherTexts: ofFiles,
  }
}

/** Both calendar years of a financial year, and the short name that it has by its end: `2022-23`, `2023`, `FY23`. */
function yearsOf(financialYear: string): string[] {
  const [first, end] = financialYear.split('-')
  if (first === undefined || end === undefined) return []
  const last = String(Math.floor(Number(first) / 100) * 100 + Number(end))
  return [first, last, `FY${end}`, `FY ${last}`]
}
