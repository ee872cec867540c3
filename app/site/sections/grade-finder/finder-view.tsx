import { CONTACT_PAGE, GRADES_PAGE, MAX_COMPARED, MAX_ENQUIRY_GRADES } from '#app/site/addresses/grade-forms.ts'
import { Link } from '@remix-run/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { ButtonLink, ContentLink } from '#app/cms/ui/content-link.tsx'
import { Icon } from '#app/cms/ui/icon.tsx'
import { gradesHref, selectionWith, withTicked } from '#app/site/addresses/grade-selection.ts'
import { COMPARE_FORM, CompareBar, ComparedName, CompareHint } from '#app/site/sections/product-page/compare-form.tsx'
import { DataSheetFile } from '#app/site/sections/product-page/grade-cells.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { counted } from '#app/site/ui/text.tsx'
import { FinderForm } from './finder-form.tsx'
import type { FinderPage, GradeRow } from './finder-page.server.ts'
import '#app/site/sections/product-page/compare-form.css'
import '#app/site/ui/page-links.css'
import './finder-view.css'

/** An address of the list with what is ticked. */
type Carry = (href: string) => string

/** The finder: what is asked for beside what was found. */
export function FinderView({ finder }: { finder: FinderPage }) {
  const { selection, filters, columns, fitting, unknown, part, notes } = finder
  const { ticked, noteTicks } = useTicked(finder)
  const carry = (href: string) => withTicked(href, ticked)
  const isTicked = (key: string) => finder.ticked.some((one) => one.key === key)
  const rows = [...fitting, ...unknown]
  return (
    <div className="finder" onChange={noteTicks}>
      <FinderForm {...finder} allHref={carry(gradesHref(selectionWith({})))} />
      <section className="finder__found" id="found" aria-labelledby="grades-count">
        <h2 id="grades-count" className="finder__count">
          <span role="status">{part.words}</span>
        </h2>
        <ActiveFilters filters={filters} carry={carry} />
        <div role="status" className="finder__notes">
          {notes.map((note) => (
            <p key={note}>{note}</p>
          ))}
        </div>
        {rows.length === 0 && <NoGrade finder={finder} carry={carry} />}
        {rows.length > 0 && notes.length === 0 && <CompareHint />}
        <div className={ticked.length > 0 ? 'compared is-ticked' : 'compared'}>
          {finder.ticked.map(
            ({ key }) =>
              !rows.some((row) => row.key === key) && (
                <input key={key} type="hidden" name="compare" value={key} form={COMPARE_FORM} />
              ),
          )}
          {fitting.length > 0 && (
            <GradeTable caption="Grades that fit" rows={fitting} columns={columns} isTicked={isTicked} />
          )}
          {unknown.length > 0 && (
            <>
              <h3 className="finder__unknown">Not known to fit</h3>
              <p className="table__note">{part.unknownNote}</p>
              <GradeTable caption="Grades not known to fit" rows={unknown} columns={columns} isTicked={isTicked} />
            </>
          )}
          {rows.length + ticked.length > 0 && (
            <CompareBar>
              <TickedGrades
                titles={ticked.map((key) => [...finder.ticked, ...rows].find((one) => one.key === key)?.title ?? key)}
                withoutHref={gradesHref(selection, part.page)}
              />
            </CompareBar>
          )}
        </div>
        {fitting.length > 0 && <p className="table__note">{part.valuesNote}</p>}
        <PageButtons {...part} />
      </section>
    </div>
  )
}

/** The keys of the grades that are ticked, on this page and on others: those of the address until a box is changed. */
function useTicked(finder: FinderPage) {
  const [noted, setNoted] = useState<{ of: FinderPage; keys: string[] }>()
  const shown = useRef<FinderPage>()
  const noteTicks = useCallback(() => {
    const keys = tickedInForm().flatMap(({ type, checked, value }) => (type === 'hidden' || checked ? value : []))
    setNoted({ of: finder, keys })
  }, [finder])
  useEffect(() => {
    const isFirst = shown.current === undefined
    shown.current = finder
    // What was ticked before the scripts came is counted. Later, boxes of rows that stay are as the new address says.
    if (isFirst) {
      const timer = setTimeout(noteTicks)
      return () => {
        clearTimeout(timer)
      }
    }
    for (const field of tickedInForm()) field.checked = field.defaultChecked
    return undefined
  }, [finder, noteTicks])
  return { ticked: noted?.of === finder ? noted.keys : finder.ticked.map(({ key }) => key), noteTicks }
}

function tickedInForm() {
  return [...document.querySelectorAll<HTMLInputElement>(`input[name=compare][form=${COMPARE_FORM}]`)]
}

/** How many grades are ticked, which, and the way to take them all back. */
function TickedGrades({ titles, withoutHref }: { titles: readonly string[]; withoutHref: string }) {
  return (
    <div className="ticked">
      <p role="status">
        {titles.length > 0 && <b>{counted(titles.length, 'grade')} ticked</b>}
        {titles.length > MAX_COMPARED && titles.length <= MAX_ENQUIRY_GRADES && `, ${MAX_COMPARED} fit side by side`}
        {titles.length > MAX_ENQUIRY_GRADES && `, at most ${MAX_ENQUIRY_GRADES} can be asked for`}
      </p>
      {titles.length > 0 && (
        <p className="ticked__names">
          {titles.join(', ')}{' '}
          <Link to={withoutHref} preventScrollReset>
            Untick all
          </Link>
        </p>
      )}
    </div>
  )
}

/** The ways to the pages before and after: buttons of the form, which has what is ticked. */
function PageButtons({ page, pageCount }: FinderPage['part']) {
  if (pageCount <= 1) return null
  return (
    <nav className="page-links" aria-label="Pages of the grades">
      {page > 1 && (
        <button className="btn btn--line" type="submit" form={COMPARE_FORM} name="page" value={page - 1}>
          <Icon name="back" />
          Previous page
        </button>
      )}
      <p>
        Page {page} of {pageCount}
      </p>
      {page < pageCount && (
        <button className="btn btn--line" type="submit" form={COMPARE_FORM} name="page" value={page + 1}>
          Next page
          <Icon name="arrow" />
        </button>
      )}
    </nav>
  )
}

/** What excludes grades: each is a link that takes it away. */
function ActiveFilters({ filters, carry }: Pick<FinderPage, 'filters'> & { carry: Carry }) {
  if (filters.length === 0) return null
  return (
    <ul className="finder__filters" aria-label="Chosen">
      {filters.map(({ text, href }) => (
        <li key={text}>
          <Link to={carry(href)} preventScrollReset>
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
  isTicked: (key: string) => boolean
}

function GradeTable({ caption, rows, columns, isTicked }: GradeTableProps) {
  const shown: DataColumn<GradeRow>[] = [
    {
      title: 'Grade',
      cell: ({ key, title, href, product, productHref, state }) => (
        <>
          <ComparedName id={key} title={title} href={href} isTicked={isTicked(key)} />
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
function NoGrade({ finder, carry }: { finder: FinderPage; carry: Carry }) {
  const { selection, meant, wider, byProduct } = finder
  const enquiry = gradesHref(selection).slice(GRADES_PAGE.length)
  const links = [...meant, ...wider.map((one) => ({ ...one, text: `Without ${quoted(one.text)}` }))]
  return (
    <div className="finder__empty">
      {links.length > 0 && <CountedLinks links={links} carry={carry} />}
      <p className="finder__ways">
        <ButtonLink to={`${CONTACT_PAGE}${enquiry}#form`}>Ask us for a grade like this</ButtonLink>
      </p>
      <h3>By product</h3>
      <CountedLinks links={byProduct} carry={carry} />
    </div>
  )
}

function CountedLinks({ links, carry }: { links: FinderPage['wider']; carry: Carry }) {
  return (
    <ul className="finder__links">
      {links.map(({ text, href, count }) => (
        <li key={text}>
          <Link to={carry(href)} preventScrollReset>
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
