import { CONTACT_PAGE, GRADES_PAGE } from '#app/site/addresses/grade-forms.ts'
import { Link } from '@remix-run/react'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { gradesHref, selectionWith } from '#app/site/addresses/grade-selection.ts'
import { ComparedName, CompareForm } from '#app/site/sections/product-page/compare-form.tsx'
import { DataSheetFile } from '#app/site/sections/product-page/grade-cells.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { PageLinks } from '#app/site/ui/page-links.tsx'
import { counted } from '#app/site/ui/text.tsx'
import { FinderForm } from './finder-form.tsx'
import type { FinderPage, GradeRow } from './finder-page.server.ts'
import '#app/site/sections/product-page/compare-form.css'
import './finder-view.css'

/** The finder: what is asked for beside what was found. */
export function FinderView({ finder }: { finder: FinderPage }) {
  const { selection, filters, columns, fitting, unknown, part } = finder
  return (
    <div className="finder">
      <FinderForm {...finder} />
      <section className="finder__found" aria-labelledby="grades-count">
        <h2 id="grades-count" className="finder__count">
          <span role="status">{countInWords(part, filters.length > 0)}</span>
        </h2>
        <ActiveFilters filters={filters} />
        {fitting.length + unknown.length === 0 && <NoGrade {...finder} />}
        {fitting.length + unknown.length > 0 && <CompareForm />}
        {fitting.length > 0 && <GradeTable caption="Grades that fit" rows={fitting} columns={columns} />}
        {unknown.length > 0 && (
          <>
            <h3 className="finder__unknown">Not known to fit</h3>
            <p className="table__note">
              These grades fit otherwise. They have no value for what you ask, a value by another method or condition,
              or a standard without the part that you name: ask us for it.
            </p>
            <GradeTable caption="Grades not known to fit" rows={unknown} columns={columns} />
          </>
        )}
        {fitting.length > 0 && (
          <p className="table__note">
            Typical values, unless they are called specified. They are not a specification. The page of a grade has the
            method of each value.
          </p>
        )}
        <PageLinks
          label="Pages of the grades"
          page={part.page}
          pageCount={part.pageCount}
          hrefOf={(to) => gradesHref(selection, to)}
        >
          Page {part.page} of {part.pageCount}
        </PageLinks>
      </section>
    </div>
  )
}

function countInWords({ fits, unknown, ofAll }: FinderPage['part'], isFiltered: boolean) {
  if (!isFiltered) return counted(ofAll, 'grade')
  if (fits === 0) return unknown === 0 ? 'No grade matches this selection' : 'No grade is known to match this selection'
  return fits === 1 ? `1 of ${counted(ofAll, 'grade')} fits` : `${fits} of ${counted(ofAll, 'grade')} fit`
}

/** What excludes grades: each is a link that takes it away. */
function ActiveFilters({ filters }: Pick<FinderPage, 'filters'>) {
  if (filters.length === 0) return null
  return (
    <ul className="finder__filters" aria-label="Chosen">
      {filters.map(({ text, href }) => (
        <li key={text}>
          <Link to={href} preventScrollReset>
            <span className="visually-hidden">Remove </span>
            {text}
            <Icon name="close" />
          </Link>
        </li>
      ))}
    </ul>
  )
}

interface GradeTableProps {
  caption: string
  rows: GradeRow[]
  columns: FinderPage['columns']
}

function GradeTable({ caption, rows, columns }: GradeTableProps) {
  const shown: DataColumn<GradeRow>[] = [
    {
      title: 'Grade',
      cell: ({ key, title, href, product, productHref, state }) => (
        <>
          <ComparedName id={key} title={title} href={href} />
          <ContentLink className="finder__product" to={productHref}>
            {product}
          </ContentLink>
          {state !== '' && <span className="finder__state">{state}</span>}
        </>
      ),
    },
    ...columns.map(({ title, by }, index): DataColumn<GradeRow> => ({
      title: [title, by].filter((part) => part !== '').join('\n'),
      cell: ({ asked }) => <AskedCell cell={asked[index]} />,
      kind: 'figures',
    })),
    { title: 'Used for', cell: ({ use }) => use },
    {
      title: 'Standards',
      cell: ({ standards }) => <Standards standards={standards} />,
    },
    { title: 'Values', cell: (row) => <OtherValues {...row} /> },
    { title: 'Data sheet', cell: ({ title, href }) => <DataSheetFile grade={title} href={href} />, kind: 'short' },
  ]
  return (
    <DataTable
      className="table--grades table--found"
      caption={caption}
      columns={shown}
      rows={rows}
      rowKey={({ key }) => key}
    />
  )
}

function AskedCell({ cell }: { cell: GradeRow['asked'][number] | undefined }) {
  if (!cell || cell.text === '') return <None />
  return (
    <>
      {cell.text}
      {cell.otherBy !== '' && <small className="finder__other">by {cell.otherBy}: not compared</small>}
      {cell.isOpen && <small className="finder__other">does not state this limit</small>}
    </>
  )
}

function Standards({ standards }: Pick<GradeRow, 'standards'>) {
  if (standards.length === 0) return <None />
  return (
    <ul className="finder__standards">
      {standards.map((standard) => (
        <li key={standard}>{standard}</li>
      ))}
    </ul>
  )
}

function OtherValues({ others, moreOthers, title, href }: Pick<GradeRow, 'others' | 'moreOthers' | 'title' | 'href'>) {
  if (others.length === 0) return <None />
  return (
    <ul className="finder__values">
      {others.map(({ name, text, condition }, index) => (
        <li key={index}>
          {name} <b>{text}</b> {condition !== '' && <small>{condition}</small>}
        </li>
      ))}
      {moreOthers > 0 && (
        <li>
          <ContentLink to={href}>
            {counted(moreOthers, 'more value')} <span className="visually-hidden">of {title}</span>
          </ContentLink>
        </li>
      )}
    </ul>
  )
}

/** Stands for what a grade does not have. On phones its line is left out. */
function None() {
  return <span className="finder__none">–</span>
}

/** No grade fits: what the words may mean, which filter to take away, the way to ask, and the grades by product. */
function NoGrade({ selection, meant, wider, byProduct, part }: FinderPage) {
  const enquiry = gradesHref(selection).slice(GRADES_PAGE.length)
  const links = [...meant, ...wider.map((one) => ({ ...one, text: `Without ${quoted(one.text)}` }))]
  return (
    <div className="finder__empty">
      {links.length > 0 && <CountedLinks links={links} />}
      <p className="finder__ways">
        <ButtonLink to={gradesHref(selectionWith({}))}>Show all {counted(part.ofAll, 'grade')}</ButtonLink>
        <Link to={`${CONTACT_PAGE}${enquiry}#form`} rel="nofollow">
          Ask us for a grade like this
        </Link>
      </p>
      <h3>By product</h3>
      <CountedLinks links={byProduct} />
    </div>
  )
}

function CountedLinks({ links }: { links: FinderPage['wider'] }) {
  return (
    <ul className="finder__links">
      {links.map(({ text, href, count }) => (
        <li key={text}>
          <Link to={href} preventScrollReset>
            {text}
          </Link>
          : {counted(count, 'grade')}
        </li>
      ))}
    </ul>
  )
}

function quoted(text: string) {
  return text.startsWith('“') ? text : `“${text}”`
}
