import { DocumentCard } from '#app/sections/shared/document-row-card.tsx'
import { Sheet, SheetRow } from '#app/ui/sheet.tsx'
import type { Drhp } from './drhp.ts'
import { OfferFilms } from './offer-films.tsx'
import './drhp-page.css'

/** What stands behind the disclaimer: the prospectus, the films, and what the document is. */
export function DrhpPage({ content }: { content: Drhp }) {
  return (
    <Sheet>
      <SheetRow id="prospectus" label="Prospectus">
        <DocumentCard href={content.document.fileUrl} title={content.document.title} />
      </SheetRow>
      <SheetRow id="films" label="Films about the offer">
        <OfferFilms films={content.films} />
      </SheetRow>
      <SheetRow id="about-the-draft" label="About the draft">
        <dl className="offer-facts">
          {content.facts.map(({ _id, name, text }) => (
            <div key={_id}>
              <dt>{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </SheetRow>
    </Sheet>
  )
}
