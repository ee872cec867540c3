import { Form, Link } from '@remix-run/react'
import { ContentLink } from '#app/cms/ui/content-link.tsx'
import { DataSheetRequest, withUnitInOnePiece } from '#app/site/sections/product-page/grade-cells.tsx'
import { DataTable, type DataColumn } from '#app/site/ui/data-table.tsx'
import { PageLinks } from '#app/site/ui/page-links.tsx'
import { counted } from '#app/site/ui/text.tsx'
import type { ComparisonChoice } from './compare-grades.ts'
import type { ComparedProperty } from './compared-grades.server.ts'
import {
  COMPARISON_FILTERS,
  COMPARISON_PAGE,
  comparisonHref,
  isFiltered,
  type ComparisonFilter,
  type ComparisonSelection,
} from '#app/site/addresses/comparison-selection.ts'
import '#app/site/ui/form.css'
import './comparison-view.css'

/** Label of each filter, and of the choice that excludes nothing. */
const FILTERS: Record<ComparisonFilter, { label: string; all: string }> = {
  product: { label: 'Product', all: 'All products' },
  voltage: { label: 'Voltage', all: 'All voltages' },
  standard: { label: 'Standard', all: 'All standards' },
  application: { label: 'Application', all: 'All applications' },
}

/** Links to the grades of each family. */
export function FamilyTabs({ families, current }: { families: { id: string; name: string }[]; current: string }) {
  if (families.length < 2) return null
  return (
    <nav className="grade-families" aria-label="Product families">
      <ul>
        {families.map(({ id, name }) => (
          <li key={id}>
            <Link
              to={comparisonHref({ family: id })}
              preventScrollReset
              aria-current={id === current ? 'page' : undefined}
            >
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ComparisonFormProps {
  selection: ComparisonSelection
  choices: { [Filter in ComparisonFilter]?: ComparisonChoice[] | undefined }
}

/** Asks for product, voltage, standard and application. A plain GET form: the address has the whole selection. */
export function ComparisonForm({ selection, choices }: ComparisonFormProps) {
  const shown = COMPARISON_FILTERS.flatMap((name) => {
    const values = choices[name]
    return values ? [{ name, values }] : []
  })
  if (shown.length === 0) return null
  const address = comparisonHref(selection)
  return (
    // The key fills the fields anew after a link to another selection.
    <Form className="grade-filters" action={COMPARISON_PAGE} aria-label="Grades" preventScrollReset key={address}>
      <input type="hidden" name="family" value={selection.family} />
      {shown.map(({ name, values }) => (
        <div key={name} className="field">
          <label htmlFor={`grades-${name}`}>{FILTERS[name].label}</label>
          <select id={`grades-${name}`} name={name} defaultValue={selection[name]}>
            <option value="">{FILTERS[name].all}</option>
            {values.map(({ value, label }) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
            {selection[name] !== '' && !values.some(({ value }) => value === selection[name]) && (
              <option>{selection[name]}</option>
            )}
          </select>
        </div>
      ))}
      <div className="grade-filters__send">
        <button className="btn" type="submit">
          Show grades
        </button>
        {isFiltered(selection) && (
          <Link to={comparisonHref({ family: selection.family })} preventScrollReset>
            All grades
          </Link>
        )}
      </div>
    </Form>
  )
}

/** A row of the comparison. Its values are in the order of the columns; a property that it does not have is ''. */
interface GradeRow {
  grade: string
  product: string
  href: string
  values: string[]
  /** The values of the other properties, with their names. */
  others: [name: string, value: string][]
  application: string
  use: string
}

const OTHER_VALUES: DataColumn<GradeRow> = {
  title: 'Other values',
  cell: ({ others }) =>
    others.length === 0 ? (
      <None />
    ) : (
      <ul className="compared__others">
        {others.map(([name, value]) => (
          <li key={name}>
            {withUnitInOnePiece(name)}: <b>{value}</b>
          </li>
        ))}
      </ul>
    ),
}

/** Stands for a value that a grade does not have. On phones its line is left out. */
function None() {
  return <span className="compared__none">–</span>
}

interface GradeListProps {
  selection: ComparisonSelection
  rows: GradeRow[]
  properties: ComparedProperty[]
  part: { page: number; pageCount: number; total: number; ofAll: number; family: string }
}

/** A page of the grades that were found, side by side. */
export function GradeList({ selection, rows, properties, part }: GradeListProps) {
  const { page, pageCount, total, ofAll, family } = part
  const columns: DataColumn<GradeRow>[] = [
    {
      title: 'Grade',
      cell: ({ grade, product, href }) => (
        <>
          {grade}
          <ContentLink className="compared__product" to={href}>
            {product}
          </ContentLink>
        </>
      ),
    },
    ...properties.map(({ name, figures }, index): DataColumn<GradeRow> => ({
      title: withUnitInOnePiece(name),
      cell: ({ values }) => values[index] || <None />,
      kind: figures ? 'figures' : 'short',
    })),
    ...(rows.some(({ others }) => others.length > 0) ? [OTHER_VALUES] : []),
    { title: 'Application', cell: ({ application }) => application || <None />, kind: 'short' },
    { title: 'Used for', cell: ({ use }) => use },
    { title: 'Data sheet', cell: ({ grade }) => <DataSheetRequest grade={grade} />, kind: 'short' },
  ]
  return (
    <section aria-labelledby="grades-count">
      <h2 id="grades-count" className="compared__count">
        <span role="status">
          {isFiltered(selection)
            ? `${total.toLocaleString('en')} of ${counted(ofAll, 'grade')}`
            : counted(ofAll, 'grade')}
        </span>
      </h2>
      <DataTable
        className="table--grades table--compared"
        caption={`Grades of ${family}`}
        columns={columns}
        rows={rows}
        rowKey={({ href, grade }) => `${href} ${grade}`}
      />
      <p className="table__note">
        Typical values; the page of each product has all properties and the test methods. They are not a specification.
      </p>
      <PageLinks
        label="Pages of the grades"
        page={page}
        pageCount={pageCount}
        hrefOf={(to) => comparisonHref(selection, to)}
      >
        Page {page} of {pageCount}
      </PageLinks>
    </section>
  )
}

interface NoGradeProps {
  family: string
  wider: { without: string; href: string; count: number }[]
}

/** No grade fits: which filter to take away, with links that do it. */
export function NoGrade({ family, wider }: NoGradeProps) {
  return (
    <section className="compared__empty" aria-labelledby="grades-count">
      <h2 id="grades-count" className="compared__count">
        <span role="status">No grade fits this selection</span>
      </h2>
      <ul>
        {wider.map(({ without, href, count }) => (
          <li key={without}>
            <Link to={href} preventScrollReset>
              Without “{without}”
            </Link>
            : {counted(count, 'grade')}
          </li>
        ))}
        <li>
          <Link to={comparisonHref({ family })} preventScrollReset>
            All grades of this family
          </Link>
        </li>
        <li>
          <Link to="/contactus">Ask for a grade that is not listed</Link>
        </li>
      </ul>
    </section>
  )
}
