import { Link } from '@remix-run/react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { enquiryHref } from '#app/site/addresses/enquiry-address.ts'
import { comparisonHref } from '#app/site/addresses/grade-selection.ts'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import type { ComparisonPage } from './comparison-page.server.ts'
import './comparison-view.css'

/** More rows need a second sheet of paper. */
const MAX_ROWS_ON_A4 = 28

/** Two to four grades side by side: a table for each group of properties. */
export function ComparisonView({ comparison }: { comparison: ComparisonPage }) {
  const { grades, groups, notes, onlyDifferences } = comparison
  const isLong = groups.flatMap(({ rows }) => rows).length > MAX_ROWS_ON_A4
  const hasDash = groups.some(({ rows }) =>
    rows.some(({ cells, isUnpublished }) => cells.some((cell, at) => cell.length === 0 && isUnpublished[at] !== true)),
  )
  return (
    <div className={isLong ? 'comparison comparison--long' : 'comparison'}>
      {notes.length > 0 && (
        <ul className="comparison__notes">
          {notes.map((note) => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      )}
      <div className="comparison__top">
        <div className="comparison__links">
          <Link className="btn" to={enquiryHref(keysOf(grades))} rel="nofollow">
            Ask for these
          </Link>
          <nav className="comparison__switch" aria-label="Values">
            <Link to={comparisonHref(keysOf(grades))} aria-current={!onlyDifferences} preventScrollReset>
              All values
            </Link>
            <Link to={comparisonHref(keysOf(grades), true)} aria-current={onlyDifferences} preventScrollReset>
              Differences
            </Link>
          </nav>
        </div>
        <ul className="comparison__grades">
          {grades.map((grade) => (
            <ComparedGrade key={grade.key} grade={grade} all={grades} />
          ))}
        </ul>
      </div>
      {groups.length === 0 && <p>The published values of these grades do not differ.</p>}
      {groups.map((group) => (
        <ComparedGroup key={group.title} group={group} grades={grades} />
      ))}
      {groups.length > 0 && (
        <p className="table__note">
          Typical values, unless they are called specified. They are not a specification.
          {hasDash && <span className="comparison__dash"> A dash: the product has no such value.</span>}
        </p>
      )}
    </div>
  )
}

function keysOf(grades: ComparisonPage['grades']) {
  return grades.map(({ key }) => key)
}

/** The head of a column: the grade, its product, and what can be done with it. */
function ComparedGrade({ grade, all }: { grade: ComparisonPage['grades'][number]; all: ComparisonPage['grades'] }) {
  const { key, title, href, sheet, product, isDiscontinued } = grade
  const others = keysOf(all).filter((other) => other !== key)
  const ofGrade = <span className="visually-hidden"> of {title}</span>
  return (
    <li>
      <b>
        <ContentLink to={href}>{title}</ContentLink>
      </b>
      <ContentLink to={product.href}>{product.title}</ContentLink>
      <span className="comparison__actions">
        <a href={sheet} type="application/pdf">
          Data sheet{ofGrade}
        </a>
        {!isDiscontinued && (
          <Link to={enquiryHref([key], 'sample')} rel="nofollow">
            Sample{ofGrade}
          </Link>
        )}
        {others.length > 1 && (
          <Link to={comparisonHref(others)} preventScrollReset>
            Remove<span className="visually-hidden"> {title}</span>
          </Link>
        )}
      </span>
    </li>
  )
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
      cell: ({ cells, isUnpublished }) => (
        <Statements statements={cells[index] ?? []} isUnpublished={isUnpublished[index] === true} />
      ),
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
function Statements({ statements, isUnpublished }: { statements: Row['cells'][number]; isUnpublished: boolean }) {
  if (statements.length === 0) {
    return isUnpublished ? (
      <span className="comparison__by">Not published</span>
    ) : (
      <span className="comparison__by comparison__none">–</span>
    )
  }
  return (
    <ul>
      {statements.map(({ text, by, href }, index) => (
        <li key={index}>
          {href === undefined ? text : <ContentLink to={href}>{text}</ContentLink>}
          {by !== '' && <small className="comparison__by">{by}</small>}
        </li>
      ))}
    </ul>
  )
}
