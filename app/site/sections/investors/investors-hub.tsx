import { ContentLink, PhoneLink } from '#app/cms/ui/content-link.tsx'
import { formatDay, formatLongDay } from '#app/cms/platform/format/day.ts'
import { Icon } from '#app/cms/ui/icon.tsx'
import { ListedDocuments } from '#app/site/sections/shared/listed-documents.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import { changeOnYear } from '#app/site/sections/key-figures/change-on-year.ts'
import { FigureBars } from '#app/site/sections/key-figures/figure-bars.tsx'
import type { KeyFigure } from '#app/site/sections/key-figures/key-figures.ts'
import type { ListedDocument } from '#app/site/sections/document-register/listed-document.ts'
import './investors-hub.css'

interface FigureTableProps {
  title: string
  note: string
  years: string[]
  figures: KeyFigure[]
}

/** All key figures of all years, each with its change on the year before and a bar for each year, and what they mean. */
export function FigureTable({ title, note, years, figures }: FigureTableProps) {
  if (figures.length === 0) return null
  const defined = figures.filter(({ definition }) => definition !== '')
  const columns: DataColumn<KeyFigure>[] = [
    { title: 'Figure', cell: ({ name, unit }) => <FigureName name={name} unit={unit} /> },
    ...years.map((year, index): DataColumn<KeyFigure> => {
      return { title: year, kind: 'figures', cell: ({ values }) => values[index] }
    }),
    {
      title: `Change on\n${years.at(-2) ?? 'year'}`,
      kind: 'figures',
      cell: (figure) => changeOnYear(figure) ?? <NotStated />,
    },
    { title: 'All years', cell: (figure) => <FigureBars years={years} figure={figure} /> },
  ]
  return (
    <section id="key-figures" aria-labelledby="key-figures-title">
      <h2 className="hub__title" id="key-figures-title">
        {title}
      </h2>
      <DataTable caption={title} columns={columns} rows={figures} rowKey={({ _id }) => _id} className="figures" />
      <p className="hub__note">
        <span>{bindLastWords(note)}</span>{' '}
        <a href="/investors/key-figures.csv" download>
          Download the figures as CSV
        </a>
      </p>
      {defined.length > 0 && (
        <dl className="figures__notes">
          {defined.map(({ _id, name, definition }) => (
            <div key={_id}>
              <dt>{name}</dt>
              <dd>{definition}</dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}

function FigureName({ name, unit }: Pick<KeyFigure, 'name' | 'unit'>) {
  return (
    <>
      {name}, <span>{unit}</span>
    </>
  )
}

function NotStated() {
  return (
    <>
      <span aria-hidden="true">–</span>
      <span className="visually-hidden">Not stated</span>
    </>
  )
}

interface OfferStatusProps {
  /** The stage of the offer and its day, '' for none, with a sentence, and the link to the document of the stage. */
  offer: { label: string; date: string; lead?: string; document?: { to: string; text: string } | undefined } | undefined
  /** The next date of the calendar. */
  next: { date: string; title: string } | undefined
  contact: { email: string; phone: string } | undefined
}

/** For the head of the page, side by side: the state of the offer, the next date, and the contact for investors. */
export function OfferStatus({ offer, next, contact }: OfferStatusProps) {
  if (!offer && !next && !contact) return null
  return (
    <div className="offer-status">
      {offer && (
        <section>
          <h2>Status of the offer</h2>
          <p className="offer-status__main">{bindLastWords(offer.label)}</p>
          {offer.date !== '' && !offer.lead?.replaceAll('\u00a0', ' ').includes(formatLongDay(offer.date)) && (
            <p>
              Since <time dateTime={offer.date}>{formatDay(offer.date)}</time>
            </p>
          )}
          {offer.lead !== undefined && <p>{bindLastWords(offer.lead)}</p>}
          {offer.document && (
            <p>
              <ContentLink className="offer-status__go" to={offer.document.to}>
                {offer.document.text} <Icon name="arrow" />
              </ContentLink>
            </p>
          )}
        </section>
      )}
      {next && (
        <section>
          <h2>Next date</h2>
          <p className="offer-status__main">
            <time dateTime={next.date}>{formatLongDay(next.date)}</time>
          </p>
          <p>{bindLastWords(next.title)}</p>
        </section>
      )}
      {contact && (
        <section>
          <h2>Investor contact</h2>
          <p className="offer-status__contact">
            <a href={`mailto:${contact.email}`}>{contact.email}</a> <PhoneLink number={contact.phone} />
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
