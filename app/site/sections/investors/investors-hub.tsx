import { ContentLink, PhoneLink } from '#app/cms/ui/content-link.tsx'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { Icon } from '#app/cms/ui/icon.tsx'
import { ListedDocuments } from '#app/site/sections/shared/listed-documents.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { changeOnYear } from '#app/site/sections/key-figures/change-on-year.ts'
import type { KeyFigure } from '#app/site/sections/key-figures/key-figures.ts'
import type { ListedDocument } from '#app/site/sections/document-register/listed-document.ts'
import './investors-hub.css'

interface FigureTableProps {
  title: string
  note: string
  years: string[]
  figures: KeyFigure[]
}

/** All key figures of all years as a table, the newest year first with its change on the year before, and their basis. */
export function FigureTable({ title, note, years, figures }: FigureTableProps) {
  if (figures.length === 0) return null
  const [newest, ...earlier] = years.toReversed()
  return (
    <section id="key-figures" aria-labelledby="key-figures-title">
      <h2 className="hub__title" id="key-figures-title">
        {title}
      </h2>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- Otherwise the keyboard cannot scroll the table. */}
      <section className="figures-room" tabIndex={0} aria-label={`Table: ${title}`}>
        <table className="figures">
          <caption className="visually-hidden">{title}</caption>
          <thead>
            <tr>
              <th scope="col">Figure</th>
              <th scope="col">{newest}</th>
              <th scope="col">Change</th>
              {earlier.map((year, index) => (
                <th key={index} scope="col">
                  {year}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {figures.map((figure) => (
              <FigureRow key={figure._id} figure={figure} />
            ))}
          </tbody>
        </table>
      </section>
      {note !== '' && <p className="hub__note">{note}</p>}
      <p className="hub__note">
        <a href="/investors/key-figures.csv" download>
          Download the figures as CSV
        </a>
      </p>
    </section>
  )
}

function FigureRow({ figure }: { figure: KeyFigure }) {
  const { name, unit, values } = figure
  const [newest, ...earlier] = values.toReversed()
  return (
    <tr>
      <th scope="row">
        {name}, <span>{unit}</span>
      </th>
      <td className="figures__newest">{newest}</td>
      <td>
        {changeOnYear(figure) ?? (
          <>
            <span aria-hidden="true">–</span>
            <span className="visually-hidden">Not stated</span>
          </>
        )}
      </td>
      {earlier.map((value, index) => (
        <td key={index}>{value}</td>
      ))}
    </tr>
  )
}

interface OfferStatusProps {
  /** The stage of the offer and its day, '' for none, with a sentence, and the link to the document of the stage. */
  offer: { label: string; date: string; lead?: string; document?: { to: string; text: string } | undefined } | undefined
  /** The next date of the calendar. */
  next: { date: string; title: string } | undefined
  contact: { email: string; phone: string } | undefined
}

/** The state of the offer, the next date, and the contact for investors. */
export function OfferStatus({ offer, next, contact }: OfferStatusProps) {
  if (!offer && !next && !contact) return null
  return (
    <div className="status-card">
      {offer && (
        <section>
          <h2>Status of the offer</h2>
          <p className="status-card__main">{bindLastWords(offer.label)}</p>
          {offer.date !== '' && (
            <p>
              Since <time dateTime={offer.date}>{formatDay(offer.date)}</time>
            </p>
          )}
          {offer.lead !== undefined && <p>{bindLastWords(offer.lead)}</p>}
          {offer.document && (
            <p>
              <ContentLink className="status-card__go" to={offer.document.to}>
                {offer.document.text} <Icon name="arrow" />
              </ContentLink>
            </p>
          )}
        </section>
      )}
      {next && (
        <section>
          <h2>Next date</h2>
          <p className="status-card__main">
            <time dateTime={next.date}>{formatDay(next.date)}</time>
          </p>
          <p>{bindLastWords(next.title)}</p>
        </section>
      )}
      {contact && (
        <section>
          <h2>Investor contact</h2>
          <p>
            <a href={`mailto:${contact.email}`}>{contact.email}</a>
            <br />
            <PhoneLink number={contact.phone} />
          </p>
        </section>
      )}
    </div>
  )
}

/** The newest documents of all parts of the page. */
export function NewestDocuments({ documents }: { documents: readonly ListedDocument[] }) {
  if (documents.length === 0) return null
  return (
    <section className="newest" aria-labelledby="newest-title">
      <h2 className="hub__title" id="newest-title">
        Newest documents
      </h2>
      <ListedDocuments documents={documents} />
      <p className="newest__all">
        <ContentLink to="/investors/documents">
          All documents <Icon name="arrow" />
        </ContentLink>
      </p>
    </section>
  )
}

/** The page that lists the disclosures by law, while it is on. */
export function DisclosuresLink() {
  return (
    <p className="hub__note">
      <ContentLink to="/investors/disclosures">Disclosures by law and clause</ContentLink>
    </p>
  )
}
