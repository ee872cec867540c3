import { Link } from '@remix-run/react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { enquiryHref } from '#app/site/addresses/enquiry-address.ts'
import { comparisonHref, GRADES_PAGE } from '#app/site/addresses/grade-selection.ts'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import type { ComparisonPage } from './comparison-page.server.ts'
import './comparison-view.css'

/** More rows need a second sheet of paper. */
const MAX_ROWS_ON_A4 = 28

/** Two to four grades side by side: a table for each group of properties. */
export function ComparisonView({ comparison }: { comparison: ComparisonPage }) {
  const { grades, groups, notes, onlyDifferences } = comparison
  const isLong = groups.flatMap(({ rows }) => rows).length > MAX_ROWS_ON_A4
  return (
    <div className={isLong ? 'comparison comparison--long' : 'comparison'}>
      {notes.length > 0 && (
        <ul className="comparison__notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <p className="comparison__links">
        <Link to={GRADES_PAGE}>Other grades</Link>
        {grades.length > 1 && (
          <Link to={comparisonHref(keysOf(grades), !onlyDifferences)} preventScrollReset>
            {onlyDifferences ? 'Show everything' : 'Only differences'}
          </Link>
        )}
        {grades.length > 0 && (
          <Link to={enquiryHref(keysOf(grades))} rel="nofollow">
            {grades.length === 1 ? 'Ask for this' : 'Ask for these'}
          </Link>
        )}
      </p>
      {grades.length > 1 && groups.length === 0 && <p>The published values of these grades do not differ.</p>}
      {groups.map((group) => (
        <ComparedGroup key={group.title} group={group} grades={grades} />
      ))}
      {groups.length > 0 && (
        <p className="table__note">Typical values, unless they are called specified. They are not a specification.</p>
      )}
    </div>
  )
}

function keysOf(grades: ComparisonPage['grades']) {
  return grades.map(({ key }) => key)
}

type Group = ComparisonPage['groups'][number]
type Row = Group['rows'][number]

function ComparedGroup({ group: { title, rows }, grades }: { group: Group; grades: ComparisonPage['grades'] }) {
  const columns: DataColumn<Row>[] = [
    {
      title: 'Property',
      cell: ({ name, isByDifferentMethods }) => (
        <>
          {name}
          {isByDifferentMethods && <small className="comparison__by">Different methods or conditions</small>}
        </>
      ),
    },
    ...grades.map(({ title: grade }, index): DataColumn<Row> => ({
      title: grade,
      cell: ({ cells }) => <Statements statements={cells[index] ?? []} />,
    })),
  ]
  return (
    <section className="comparison__group" aria-label={title}>
      <h2>{title}</h2>
      <DataTable
        className="table--sidebyside"
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ name }) => name}
      />
    </section>
  )
}

/** What a grade says in a row. */
function Statements({ statements }: { statements: Row['cells'][number] }) {
  if (statements.length === 0) return <span className="comparison__by">Not published</span>
  return (
    <ul>
      {statements.map(({ text, of, by, href }, index) => (
        <li key={index}>
          {href === undefined ? (
            text
          ) : (
            <ContentLink to={href}>
              {text}
              {of !== undefined && <span className="visually-hidden"> of {of}</span>}
            </ContentLink>
          )}
          {by !== '' && <small className="comparison__by">{by}</small>}
        </li>
      ))}
    </ul>
  )
}
