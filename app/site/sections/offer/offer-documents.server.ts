import { currentSite } from '#app/cms/site.server.ts'
import type { OfferStage } from './offer-stages.ts'
import { offer as offerSection, type Offer } from './offer.ts'
import { kindOf, type DocumentKindId, type DocumentStage } from '#app/site/collections/documents/document-kinds.ts'
import {
  listedDocument,
  type ListedDocument,
  type OfferDocument,
} from '#app/site/sections/document-register/listed-document.ts'
import { documentRegister, type RegisteredDocument } from '#app/site/sections/document-register/register.server.ts'

/** The offer documents that are published, each with its stage, in the order of their list. */
export function offerDocuments(): OfferDocument[] {
  const offer = currentSite().content.find(offerSection)?.value
  return currentSite()
    .service(documentRegister)
    .inList('offer-documents')
    .map((document) => ({ ...listedDocument(document), stage: stageOf(document, offer) }))
}

/** The stage of its kind, otherwise the last stage that had begun when it was disclosed. */
function stageOf({ kind, date }: Pick<RegisteredDocument, 'kind' | 'date'>, offer: Offer | undefined): DocumentStage {
  const { stage } = kindOf(kind)
  if (stage !== undefined) return stage
  const hasBegun = (day = '') => day !== '' && date >= day
  if (hasBegun(offer?.allottedOn)) return 'allotted'
  return hasBegun(offer?.prospectusFiledOn) ? 'rhp' : 'drhp'
}

/** What visitors should read at each stage, and the text of the link to it. */
const MAIN: { [Stage in OfferStage]: { kind: DocumentKindId; text: string } } = {
  none: { kind: 'drhp', text: 'Read the draft prospectus' },
  approved: { kind: 'drhp', text: 'Read the draft prospectus' },
  drhp: { kind: 'drhp', text: 'Read the draft prospectus' },
  rhp: { kind: 'rhp', text: 'Read the Red Herring Prospectus' },
  open: { kind: 'rhp', text: 'Read the Red Herring Prospectus' },
  allotted: { kind: 'prospectus', text: 'Read the Prospectus' },
  listed: { kind: 'prospectus', text: 'Read the Prospectus' },
}

/** The link to the main document of a stage; undefined while it is not published. */
export function mainDocument(stage: OfferStage): { to: string; text: string } | undefined {
  const { kind, text } = MAIN[stage]
  const to = newestOfKind(kind)?.page
  return to === undefined ? undefined : { to, text }
}

/** The newest document of a kind that lists show. */
export function newestOfKind(kind: DocumentKindId): ListedDocument | undefined {
  const found = currentSite()
    .service(documentRegister)
    .listed()
    .find((document) => document.kind === kind)
  return found && listedDocument(found)
}
