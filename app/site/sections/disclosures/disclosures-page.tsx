import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { Icon } from '#app/cms/ui/icon.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { bindLastWords, counted } from '#app/site/ui/text.tsx'
import type { ShownDisclosure, ShownLaw } from './shown-disclosures.server.ts'
import './disclosures-page.css'

interface DisclosuresPageProps {
  intro: string
  note: string
  laws: readonly ShownLaw[]
}

/** For the head of the page: the way to the table of each law. */
export function LawLinks({ laws }: Pick<DisclosuresPageProps, 'laws'>) {
  return (
    <nav className="laws" aria-label="Laws on this page">
      <ul>
        {laws.map(({ name, rows }, index) => (
          <li key={index}>
            <a href={`#law-${index}`}>
              <b>{name}</b> <span>{counted(rows.length, 'entry', 'entries')}</span> <Icon name="down" />
            </a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** What laws ask for and where it is, one table for each law. */
export function DisclosuresPage({ intro, note, laws }: DisclosuresPageProps) {
  return (
    <div className="wrap disclosures" id="rows">
      <p className="disclosures__intro">{bindLastWords(intro)}</p>
      {laws.map(({ name, rows }, index) => (
        <section key={index} aria-labelledby={`law-${index}`}>
          <h2 id={`law-${index}`}>{name}</h2>
          <DataTable
            caption={name}
            columns={COLUMNS}
            rows={rows}
            rowKey={({ id }) => id}
            className="disclosures__table"
          />
        </section>
      ))}
      {note !== '' && <p className="disclosures__note">{bindLastWords(note)}</p>}
    </div>
  )
}

const COLUMNS: DataColumn<ShownDisclosure>[] = [
  { title: 'Clause', cell: ({ clause }) => clause },
  { title: 'Disclosure', cell: ({ text }) => text },
  { title: 'Where it is', cell: (row) => <Where row={row} /> },
]

/** Browsers would break `2025-26` after its hyphen. */
function Label({ text }: { text: string }) {
  return text.split(/(\d{4}-\d\d)/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="disclosures__year">
        {part}
      </span>
    ),
  )
}

/** The documents or the page that show a row, and what else is to say. */
function Where({ row: { links, more, words } }: { row: ShownDisclosure }) {
  return (
    <>
      {links.length > 0 && (
        <ul>
          {links.map(({ href, label, date, isFile }) => (
            <li key={href}>
              {isFile ? (
                <a href={href}>
                  <Label text={label} />
                </a>
              ) : (
                <ContentLink to={href}>
                  <Label text={label} />
                </ContentLink>
              )}
              {date !== undefined && (
                <>
                  {' '}
                  <time dateTime={date}>{formatDay(date)}</time>
                </>
              )}
            </li>
          ))}
          {more && (
            <li>
              <ContentLink to={more.href}>{more.label}</ContentLink>
            </li>
          )}
        </ul>
      )}
      {words !== '' && <p className="disclosures__words">{words}</p>}
    </>
  )
}
