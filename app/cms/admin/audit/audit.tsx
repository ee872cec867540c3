import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { AUDIT_GROUPS, AUDIT_KINDS } from '#app/cms/people/audit/audit-event.ts'
import { FilterForm, FilterSelect, NameOptions } from '#app/cms/editing/ui/filter-form.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { auditLoader, type AuditRow } from './audit.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = auditLoader

export const meta: MetaFunction = () => adminMeta('Audit log')

/** The audit log: who did what, and when. It is append-only, and its check shows whether it was changed by hand. */
export default function AuditPage() {
  const { view, rows, problem, olderHref, firstHref, exportHref, checkHref } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title="Audit log"
        action={
          <>
            <Link className="btn" to={checkHref}>
              <Icon name="shield" />
              Verify the log
            </Link>
            {/* A full page load: the response is a file. */}
            <a className="btn" href={exportHref}>
              <Icon name="download" />
              Download as CSV
            </a>
          </>
        }
      >
        Who did what, newest first. Entries are only ever added, never changed or removed.
      </PageHead>
      <ChainStatus />
      {problem !== undefined && (
        <div className="status status--note" role="alert">
          <Icon name="alert" />
          <p>
            <b>The log cannot be read</b> <span>{problem}</span>
          </p>
        </div>
      )}
      <Filters key={checkHref} />
      {rows.length === 0 && problem === undefined ? (
        <Empty title="No entries match">Choose fewer filters.</Empty>
      ) : (
        daysOf(rows).map((events) => (
          <section className="auditday" key={events[0]?.n} aria-label={events[0]?.day}>
            <h2>{events[0]?.day}</h2>
            <ol className="auditrows">
              {events.map((row) => (
                <EventRow key={row.n} row={row} />
              ))}
            </ol>
          </section>
        ))
      )}
      {(olderHref !== undefined || view.before !== undefined) && (
        <nav className="pager" aria-label="Pages">
          {view.before !== undefined && (
            <Link className="btn" to={firstHref}>
              <Icon name="back" />
              Newest
            </Link>
          )}
          {olderHref !== undefined && (
            <Link className="btn" to={olderHref} rel="next">
              Older
              <Icon name="arrow" />
            </Link>
          )}
        </nav>
      )}
    </>
  )
}

/** What an event is about. An edit leads to what it changed. */
function About({ about, href }: Pick<AuditRow, 'about' | 'href'>) {
  if (href === undefined) return about
  if (!href.startsWith('/admin/history/')) return <Link to={href}>{about}</Link>
  return (
    <>
      {about},{' '}
      <Link to={href}>
        see the change<span className="visually-hidden"> of {about}</span>
      </Link>
    </>
  )
}

/** The events day by day, in their order. */
function daysOf(rows: readonly AuditRow[]) {
  const days: AuditRow[][] = []
  for (const row of rows) {
    const last = days.at(-1)
    if (last?.[0]?.day === row.day) last.push(row)
    else days.push([row])
  }
  return days
}

function EventRow({ row: { time, when, day, what, who, about, href, detail, origin } }: { row: AuditRow }) {
  return (
    <li>
      <time dateTime={time} title={time}>
        {when.slice(day.length + 2)}
      </time>
      <p>
        <b>{what}</b> <About about={about} href={href} />
        {detail !== '' && <span className="auditrows__detail">{detail}</span>}
      </p>
      <p className="auditrows__who">
        {who}
        {origin !== '' && <span className="auditrows__detail">{origin}</span>}
      </p>
    </li>
  )
}

/** The result of the check, if it was requested. */
function ChainStatus() {
  const { check } = useLoaderData<typeof loader>()
  if (!check) return null
  if (check.faults.length === 0) {
    return (
      <div className="status" role="status">
        <Icon name="check" />
        <p>
          <b>The log is complete</b>{' '}
          <span>{countOf(check.events, 'entry')} checked. No entry has been changed or removed.</span>
        </p>
      </div>
    )
  }
  return (
    <div className="status status--bad" role="alert">
      <Icon name="alert" />
      <div>
        <p>
          <b>The log was changed by hand</b>{' '}
          <span>
            Compare these places with a backup. Do not repair the log, because a repair would hide the changes.
          </span>
        </p>
        <ul className="auditfaults">
          {check.faults.map(({ file, line, message }) => (
            <li key={`${file}:${line ?? 'end'}`}>
              <code>{file}</code>
              {line === undefined ? '' : `, line ${line}`}: {message}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

function Filters() {
  const { view, people } = useLoaderData<typeof loader>()
  const isFiltered = [view.person, view.kind, view.from, view.to].some((value) => value !== '')
  return (
    <FilterForm action="/admin/audit" label="Filter the audit log" isFiltered={isFiltered} days={view}>
      <FilterSelect name="kind" label="What" value={view.kind} everything="Everything">
        {Object.entries(AUDIT_GROUPS).map(([group, label]) => (
          <optgroup key={group} label={label}>
            <option value={group}>{label}: all</option>
            {Object.entries(AUDIT_KINDS).map(
              ([kind, text]) =>
                kind.startsWith(`${group}.`) && (
                  <option key={kind} value={kind}>
                    {text}
                  </option>
                ),
            )}
          </optgroup>
        ))}
      </FilterSelect>
      <FilterSelect name="person" label="By" value={view.person} everything="Anyone">
        <NameOptions of={people} />
      </FilterSelect>
    </FilterForm>
  )
}
