import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import type { ReactNode } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { adminLoader } from '#app/cms/guard.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { GRADE_SHEET, MISSING_OF_GRADES } from '#app/site/collections/grades/grade-screens.ts'
import { grades } from '#app/site/collections/grades/grades.ts'
import { missingOfGrades, type Place } from './missing-of-grades.server.ts'
import './missing-of-grades.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = adminLoader('editor', () => {
  const drafts = currentSite().drafts.list()
  const ofGrades = drafts.flatMap(({ section: { entry }, content, removes }) => {
    const parsed = entry?.collection === grades.id && !removes ? grades.schema.safeParse(content) : undefined
    return parsed?.success ? [[entry?.key ?? '', parsed.data] as const] : []
  })
  return missingOfGrades(currentSite(), new Map(ofGrades))
})

export const meta: MetaFunction = () => adminMeta(MISSING_OF_GRADES.label)

/** What buyers ask for and the grades do not say. */
export default function MissingOfGradesScreen() {
  const { years, values, withoutMethod, oldEditions, oldSheets, otherSheets, withoutCertificate } =
    useLoaderData<typeof loader>()
  const gaps = values.flatMap(({ columns }) => columns).reduce((sum, { places }) => sum + places.length, 0)
  const standards = withoutCertificate.reduce((sum, { places }) => sum + places.length, 0)
  const checked: [string, number][] = [
    ['Every cell in the tables of the product pages has a value.', gaps],
    ['Every number has its method.', withoutMethod.length],
    [`No edition is older than ${years} years.`, oldEditions.length],
    ['No uploaded data sheet lacks a number of its grade.', otherSheets.length],
    [`No uploaded data sheet is older than ${years} years.`, oldSheets.length],
    ['Every standard that a grade meets has its certificate.', standards],
  ]
  const complete = checked.filter(([, count]) => count === 0)
  return (
    <>
      <BackLink to="/admin/grades">Grades</BackLink>
      <PageHead
        title={MISSING_OF_GRADES.label}
        action={
          <Link className="btn" to={GRADE_SHEET.href}>
            {GRADE_SHEET.label}
          </Link>
        }
      >
        All grades except hidden and discontinued ones. Each name leads to the field.
      </PageHead>
      <Part title="Values in the tables of the product pages" count={gaps}>
        {values.map(({ key, product, columns }) => (
          <div key={key}>
            <h3>{product}</h3>
            <dl className="missing-of-grades">
              {columns.map(({ name, of, places }) => (
                <Row key={name} name={name} note={`${places.length} of ${countOf(of, 'grade')}`} places={places} />
              ))}
            </dl>
          </div>
        ))}
      </Part>
      <Part title="Values without a method" count={withoutMethod.length}>
        <ul>
          {withoutMethod.map(({ title, value, href, isDraft }) => (
            <li key={href + String(isDraft)}>
              <Link to={href}>{title}</Link>: {value}
              {isDraft && ', in a draft. It is not published without it'}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={`Data older than ${years} years`} count={oldEditions.length}>
        <ul>
          {oldEditions.map(({ title, edition, day, href }) => (
            <li key={href}>
              <Link to={href}>{title}</Link>: edition {edition} of {formatDay(day)}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Own data sheets that differ from the data" count={otherSheets.length}>
        <ul>
          {otherSheets.map(({ title, label, text, href }) => (
            <li key={href}>
              <Link to={href}>{title}</Link>: <span className="chip">{label}</span> {text}
            </li>
          ))}
        </ul>
      </Part>
      <Part title={`Own data sheets older than ${years} years`} count={oldSheets.length}>
        <ul>
          {oldSheets.map(({ title, day, href }) => (
            <li key={href}>
              <Link to={href}>{title}</Link>: {day === '' ? 'no date' : formatDay(day)}
            </li>
          ))}
        </ul>
      </Part>
      <Part title="Standards without a certificate" count={standards}>
        <dl className="missing-of-grades">
          {withoutCertificate.map(({ standard, places }) => (
            <Row key={standard} name={standard} note={countOf(places.length, 'grade')} places={places} />
          ))}
        </dl>
      </Part>
      {complete.length > 0 && (
        <section className="panel" aria-labelledby="complete">
          <header className="panel__head">
            <h2 id="complete">Nothing missing</h2>
          </header>
          <ul className="complete-of-grades">
            {complete.map(([sentence]) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

interface PartProps {
  title: string
  count: number
  children: ReactNode
}

function Part({ title, count, children }: PartProps) {
  if (count === 0) return null
  return (
    <section className="panel" aria-label={title}>
      <header className="panel__head">
        <h2>
          {title} <span className="hint">{count.toLocaleString('en')}</span>
        </h2>
      </header>
      {children}
    </section>
  )
}

function Row({ name, note, places }: { name: string; note: string; places: Place[] }) {
  return (
    <div>
      <dt>
        {name} <small>{note}</small>
      </dt>
      <dd>
        <ul>
          {places.map(({ title, href }) => (
            <li key={href}>
              <Link to={href}>{title}</Link>
            </li>
          ))}
        </ul>
      </dd>
    </div>
  )
}
