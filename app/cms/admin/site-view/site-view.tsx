import { MOMENT_RANGE } from '#app/cms/editing/ui/day-range.ts'
import type { MetaFunction } from '@remix-run/node'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { Form, Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { BackLink, PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { siteViewLoader } from './site-view.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = siteViewLoader

export const meta: MetaFunction = () => adminMeta('The site at another time')

/** Chooses a time or a release, to show the whole site as it was or will be. */
export default function SiteViewPage() {
  const { at, error, edits, releases } = useLoaderData<typeof loader>()
  return (
    <>
      <BackLink to="/admin/history">History</BackLink>
      <PageHead title="The site at another time">
        Every public page as it was, or as it will be with a release. Only staff can see this view, and nothing in it
        can be changed.
      </PageHead>
      <Form className="site-view" method="get" reloadDocument>
        <div className="field">
          <label htmlFor="site-view-at">Day and time in {siteProfile().timeZone.place}</label>
          <input
            id="site-view-at"
            name="at"
            type="datetime-local"
            {...MOMENT_RANGE}
            required
            defaultValue={at}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? 'site-view-error' : undefined}
          />
          {error && (
            <p className="field__error" id="site-view-error">
              {error}
            </p>
          )}
        </div>
        <button className="btn btn--primary">Show the site</button>
      </Form>
      <section className="panel" aria-labelledby="edits-heading">
        <header className="panel__head">
          <h2 id="edits-heading">As it was before an edit</h2>
          <span className="releases__sub">Times in {siteProfile().timeZone.place}</span>
        </header>
        {edits.length === 0 && (
          <p className="calm">Nothing has been changed yet, so the site was always as it is now.</p>
        )}
        {edits.length > 0 && (
          <ul className="releases">
            {edits.map(({ id, label, what, time, by, before }) => (
              <li key={id}>
                <p>
                  <b>{label}</b>
                  <span className="releases__sub">
                    {what}, {by}
                  </span>
                </p>
                <span>{time}</span>
                <Link className="btn btn--quiet" to={before} reloadDocument>
                  Show
                  <span className="visually-hidden">
                    {' '}
                    the site before {label} was changed, {time}
                  </span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
      <section className="panel" aria-labelledby="releases-heading">
        <header className="panel__head">
          <h2 id="releases-heading">As it will be with a release</h2>
        </header>
        {releases.length === 0 && <p className="calm">No release is being prepared.</p>}
        {releases.length > 0 && (
          <ul className="releases">
            {releases.map(({ id, name, time, href }) => (
              <li key={id}>
                <p>
                  <b>{name}</b>
                </p>
                <span>{time ?? 'No time set'}</span>
                <Link className="btn btn--quiet" to={href} reloadDocument>
                  Show<span className="visually-hidden"> the site with {name}</span>
                </Link>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}
