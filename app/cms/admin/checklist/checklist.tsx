import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import type { ChecklistItem, ChecklistPart } from '#app/cms/define/site-checklist.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { checklistParts } from './checklist.server.ts'
import './checklist.css'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

/** What the site has to have by its own rules, from memory. */
export const loader = adminLoader('editor', () => {
  const { checklist } = currentSite().definition
  if (!checklist) throw new Response('This site has no checklist.', { status: 404 })
  const { label, note, rules } = checklist
  return { label, note, rules: { label: rules.label, href: `/admin/${rules.id}` }, parts: checklistParts() }
})

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.label ?? 'Not found')

/** What is missing, what is due, and what is in place, each with the screens that change it. */
export default function ChecklistScreen() {
  const { label, note, rules, parts } = useLoaderData<typeof loader>()
  return (
    <>
      <PageHead
        title={label}
        action={
          <Link className="btn" to={rules.href}>
            {rules.label}
          </Link>
        }
      >
        {note}
      </PageHead>
      <nav className="groups checklist-counts" aria-label="On this page">
        <ul>
          {parts.map(({ id, title, count, items }) => (
            <li key={id}>
              <a href={`#part-${id}`}>
                {title} <b>{count ?? items.length}</b>
              </a>
            </li>
          ))}
        </ul>
      </nav>
      {parts.map((part) => (
        <PartOfChecklist key={part.id} part={part} />
      ))}
    </>
  )
}

function PartOfChecklist({
  part: { id, title, empty, note, isMissing = false, isFolded = false, action, items, count },
}: {
  part: ChecklistPart
}) {
  const list =
    items.length === 0 ? (
      <p className="calm">{empty}</p>
    ) : (
      <ul className="checklist">
        {items.map((item) => (
          <Item key={item.id} item={item} isMissing={isMissing} />
        ))}
      </ul>
    )
  const heading = (
    <h2 id={`part-${id}`}>
      {title} <span className="checklist__count">{count ?? items.length}</span>
    </h2>
  )
  return (
    <section
      className={['panel', isMissing && 'checklist-part--missing', items.length === 0 && 'checklist-part--empty']
        .filter(Boolean)
        .join(' ')}
      aria-labelledby={`part-${id}`}
    >
      {isFolded && items.length > 0 ? (
        <details className="checklist-part">
          <summary>{heading}</summary>
          {list}
        </details>
      ) : (
        <>
          <header className="panel__head">
            {heading}
            {action && (
              <Link className="btn" to={action.href}>
                {action.label}
              </Link>
            )}
          </header>
          {note !== undefined && <p className="checklist-part__note">{note}</p>}
          {list}
        </>
      )}
    </section>
  )
}

function Item({
  item: { title, detail, asks, source, steps },
  isMissing,
}: {
  item: ChecklistItem
  isMissing: boolean
}) {
  const [first, ...others] = steps
  return (
    <li className={detail === '' && asks === undefined ? 'checklist__short' : undefined}>
      <div>
        <b>{title}</b>
        {detail !== '' && <p>{detail}</p>}
        {asks !== undefined && <p>{asks}</p>}
        {source !== undefined && <p className="checklist__source">{source}</p>}
      </div>
      <p className="checklist__steps">
        {first && (
          <Link className={isMissing ? 'btn btn--primary' : undefined} to={first.href}>
            {first.label}
            <span className="visually-hidden">: {title}</span>
          </Link>
        )}
        {others.map(({ href, label }) => (
          <Link key={href + label} to={href}>
            {label}
            <span className="visually-hidden">: {title}</span>
          </Link>
        ))}
      </p>
    </li>
  )
}
