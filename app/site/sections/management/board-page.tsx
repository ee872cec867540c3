import { formatLongDay } from '#app/cms/platform/format/day.ts'
import type { ListedDocument } from '#app/site/sections/document-register/listed-document.ts'
import { ListedDocuments } from '#app/site/sections/shared/listed-documents.tsx'
import { NothingPublished } from '#app/site/sections/shared/nothing-published.tsx'
import { Portrait } from '#app/site/sections/shared/portrait.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { DefinitionRow } from '#app/site/ui/definition-rows.tsx'
import { bindLastWords } from '#app/site/ui/text.tsx'
import type { composition, shownCommittees, ShownDirector, withTotals } from './board.ts'
import './board-page.css'

/** For the head of the page: how many directors are of each category, each drawn as a dot. */
export function BoardComposition({ parts }: { parts: ReturnType<typeof composition> }) {
  return (
    <dl className="composition">
      {parts.map(({ category, count }) => (
        <div key={category}>
          <dt>{count === 1 ? category : `${category}s`}</dt>
          <dd>
            <span className="composition__dots" aria-hidden="true">
              {Array.from({ length: count }, (_, index) => (
                <i key={index} />
              ))}
            </span>
            {count}
          </dd>
        </div>
      ))}
    </dl>
  )
}

interface DirectorsProps {
  directors: readonly ShownDirector[]
  /** Such as the terms of their appointment. */
  documents: readonly ListedDocument[]
}

/** The directors on one screen: their places on the board beside their names, their profiles folded. */
export function DirectorRows({ directors, documents }: DirectorsProps) {
  return (
    <DefinitionRow id="directors" label="Directors">
      {directors.length === 0 ? (
        <NothingPublished />
      ) : (
        <DataTable
          caption="Board of directors"
          className="directors"
          columns={DIRECTOR_COLUMNS}
          rows={directors}
          rowKey={({ _id }) => _id}
        />
      )}
      <RelatedDocuments documents={documents} />
    </DefinitionRow>
  )
}

const DIRECTOR_COLUMNS: DataColumn<ShownDirector>[] = [
  {
    title: 'Director',
    cell: ({ name, title, image }) => (
      <span className="directors__who">
        <Portrait file={image} name={name} sizes="4rem" />
        <span>
          <span className="directors__name">{name}</span>{' '}
          <span className="directors__title">{bindLastWords(title)}</span>
        </span>
      </span>
    ),
  },
  {
    title: 'On the board',
    cell: (director) => (
      <>
        <Places director={director} />
        <Profile director={director} />
      </>
    ),
  },
]

function Places({ director: { title, category: stated, since, seats } }: { director: ShownDirector }) {
  // Not twice in a row.
  const category = stated.toLowerCase() === title.toLowerCase() ? '' : stated
  return (
    <div className="directors__places">
      {(category !== '' || since !== '') && (
        <p>
          {category}
          {category !== '' && since !== '' && <span>, </span>}
          {since !== '' && (
            <span className="directors__since">
              {category === '' ? 'Since ' : 'since '}
              <time dateTime={since}>{formatLongDay(since)}</time>
            </span>
          )}
        </p>
      )}
      {seats.length > 0 && (
        <ul>
          {seats.map((seat) => (
            <li key={seat}>{bindLastWords(seat)}</li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Nothing if nothing is stated. */
function Profile({ director: { name, profile, directorships, positions } }: { director: ShownDirector }) {
  if (profile === '' && directorships.length + positions.length === 0) return null
  return (
    <details>
      <summary className="fold">
        Profile<span className="visually-hidden"> of {name}</span>
      </summary>
      {profile !== '' && <p>{bindLastWords(profile)}</p>}
      <dl>
        <Fact name="Other directorships" texts={directorships} />
        <Fact name="Full-time positions elsewhere" texts={positions} />
      </dl>
    </details>
  )
}

/** Nothing if no text is stated. */
function Fact({ name, texts }: { name: string; texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div>
      <dt>{name}</dt>
      {texts.map((text, index) => (
        <dd key={index}>{text}</dd>
      ))}
    </div>
  )
}

type ShownCommittee = Omit<ReturnType<typeof shownCommittees>[number], 'termsOfReference'> & {
  terms?: ListedDocument | undefined
}

interface CommitteesProps {
  committees: readonly ShownCommittee[]
  /** The documents on their composition. */
  documents: readonly ListedDocument[]
}

/** The committees with their chairs and members. */
export function CommitteeTable({ committees, documents }: CommitteesProps) {
  if (committees.length === 0 && documents.length === 0) return null
  const hasTerms = committees.some(({ terms }) => terms)
  const columns = hasTerms ? [...COMMITTEE_COLUMNS, TERMS_COLUMN] : COMMITTEE_COLUMNS
  return (
    <DefinitionRow id="committees" label="Committees of the board">
      {committees.length > 0 && (
        <DataTable
          caption="Committees of the board"
          className="committees"
          columns={columns}
          rows={committees}
          rowKey={({ _id }) => _id}
        />
      )}
      <RelatedDocuments documents={documents} />
    </DefinitionRow>
  )
}

const COMMITTEE_COLUMNS: DataColumn<ShownCommittee>[] = [
  { title: 'Committee', cell: ({ name }) => name },
  { title: 'Chair', cell: ({ chair }) => chair },
  {
    title: 'Other members',
    cell: ({ members }) =>
      members.length === 0 ? (
        'None'
      ) : (
        <ul>
          {members.map((member, index) => (
            <li key={index}>{member}</li>
          ))}
        </ul>
      ),
  },
]

const TERMS_COLUMN: DataColumn<ShownCommittee> = {
  title: 'Terms of reference',
  cell: ({ terms }) => (terms ? <a href={terms.page ?? terms.fileUrl}>{terms.title}</a> : 'Not published'),
}

type ShownYear = ReturnType<typeof withTotals>[number]

interface FamiliarisationProps {
  years: readonly ShownYear[]
  /** The documents on the programmes. */
  documents: readonly ListedDocument[]
}

/** The familiarisation programmes of the independent directors, year by year. */
export function FamiliarisationTable({ years, documents }: FamiliarisationProps) {
  if (years.length === 0 && documents.length === 0) return null
  return (
    <DefinitionRow id="familiarisation" label="Familiarisation of independent directors">
      {years.length > 0 && (
        <DataTable
          className="familiarisation"
          caption="Familiarisation programmes of the independent directors"
          columns={YEAR_COLUMNS}
          rows={years}
          rowKey={({ _id }) => _id}
        />
      )}
      <RelatedDocuments documents={documents} />
    </DefinitionRow>
  )
}

const YEAR_COLUMNS: DataColumn<ShownYear>[] = [
  { title: 'Financial year', cell: ({ year }) => year },
  { title: 'Programmes', kind: 'figures', cell: ({ programmes }) => programmes },
  { title: 'Hours', kind: 'figures', cell: ({ hours }) => hours },
  { title: 'Programmes to date', kind: 'figures', cell: ({ allProgrammes }) => allProgrammes },
  { title: 'Hours to date', kind: 'figures', cell: ({ allHours }) => allHours },
]

function RelatedDocuments({ documents }: { documents: readonly ListedDocument[] }) {
  return documents.length > 0 && <ListedDocuments documents={documents} />
}
