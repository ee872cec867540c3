import { DocumentPageRow } from '#app/sections/shared/document-row.tsx'
import { Fold } from '#app/ui/fold.tsx'
import { counted } from './counted.ts'
import { NothingPublished } from './document-list.tsx'
import type { Investors } from './investors.ts'

export function OfferDocumentsFold({ investors }: { investors: Investors | undefined }) {
  if (!investors) return null
  const { offerDocuments } = investors
  return (
    <Fold id="offer-documents" title="Offer Documents" meta={counted(offerDocuments.length, 'document')}>
      {offerDocuments.length === 0 ? (
        <NothingPublished />
      ) : (
        <ul className="docs">
          {offerDocuments.map(({ _id, title, date, link }) => (
            <DocumentPageRow key={_id} to={link} title={title} date={date} />
          ))}
        </ul>
      )}
    </Fold>
  )
}
