import { currentSite } from '#app/cms/site.server.ts'
import { kindOf } from '#app/site/collections/documents/document-kinds.ts'
import { selectionOf } from '#app/site/addresses/document-selection.ts'
import { findDocuments } from './find-documents.ts'
import { PERIODS } from '#app/site/collections/documents/financial-period.ts'
import { fixedAddress } from '#app/site/collections/documents/fixed-address.ts'
import { factsOf, furtherFiles } from './register-rows.server.ts'
import { otherWords } from '#app/site/sections/search-words/content-synonyms.ts'
import { documentRegister, type RegisteredDocument } from './register.server.ts'

/**
 * The documents that fit a query, as programs read them. Days are YYYY-MM-DD, moments ISO 8601. A text that a document
 * does not have is empty; a value that is not known, or that a withdrawn document does not have any more, is missing.
 */
export function exportedDocuments(query: URLSearchParams) {
  const { service } = currentSite()
  return findDocuments(service(documentRegister).withWithdrawn(), selectionOf(query), service(otherWords)).map(exported)
}

function exported(entry: RegisteredDocument) {
  const { slug, title, kind, financialYear, period, eventDay, ...document } = entry
  const { env, media } = currentSite()
  const { date, filedOn, language, fileUrl, published, withdrawn } = document
  const absolute = (address: string) => new URL(address, env.publicOrigin).href
  return {
    ...{ title, kind: { id: kind, name: kindOf(kind).label }, financialYear },
    partOfYear: financialYear === '' ? '' : PERIODS[period],
    ...{ eventDay, disclosedOn: date, filedOn, language },
    address: absolute(fixedAddress(slug)),
    publicSince: published.findLast(({ name }) => name === '')?.since ?? '',
    withdrawn: withdrawn && { on: withdrawn.on, reason: withdrawn.because },
    file: withdrawn ? undefined : factsOf(fileUrl, media),
    furtherFiles: (withdrawn ? [] : furtherFiles(entry)).map(({ title: name, fileUrl: file, href }) => ({
      ...{ title: name, address: absolute(href) },
      ...factsOf(file, media),
    })),
  }
}
