import type { MetaFunction } from '@remix-run/node'
import { Link, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { PanelForm, PlainField } from '#app/editing/fields/plain-field.tsx'
import { Icon } from '#app/editing/ui/icon.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { releasesAction, releasesLoader, type ReleaseErrors, type ReleaseRow } from './releases.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = releasesLoader
export const action = releasesAction

export const meta: MetaFunction = () => adminMeta('Releases')

/** The releases that are being prepared, those that are past, and the form that makes one. */
export default function ReleasesPage() {
  const { open, past, hidden } = useLoaderData<typeof loader>()
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead
        title="Releases"
        action={
          <a className="btn" href="#new-release">
            <Icon name="plus" />
            New release
          </a>
        }
      >
        A release publishes drafts of any number of sections, and their files, at one moment.
      </PageHead>
      <section className="panel" aria-labelledby="open-heading">
        <header className="panel__head">
          <h2 id="open-heading">In preparation</h2>
        </header>
        {open.length === 0 ? (
          <p className="calm">No release is being prepared.</p>
        ) : (
          <ul className="releases">
            {open.map((release) => (
              <ReleaseItem key={release.id} release={release} />
            ))}
          </ul>
        )}
      </section>
      <NewRelease errors={reply?.errors} values={reply?.values} />
      {past.length > 0 && (
        <section className="panel" aria-labelledby="past-heading">
          <header className="panel__head">
            <h2 id="past-heading">Published</h2>
          </header>
          <ul className="releases">
            {past.map((release) => (
              <ReleaseItem key={release.id} release={release} />
            ))}
          </ul>
          {hidden > 0 && <p className="field__help">{hidden} older ones are not shown.</p>}
        </section>
      )}
    </>
  )
}

function ReleaseItem({ release: { href, name, state, time, content, published, undone } }: { release: ReleaseRow }) {
  return (
    <li>
      <p>
        <Link to={href}>{name}</Link>
        <span className="releases__sub">{undone ?? published ?? time ?? 'No time'}</span>
      </p>
      <span>{content}</span>
      <ReleaseState state={state} />
    </li>
  )
}

const STATES: Record<ReleaseRow['state'], string> = {
  open: 'Not scheduled',
  scheduled: 'Scheduled',
  failed: 'Not published',
  published: 'Published',
  undone: 'Undone',
}

/** Where a release is, in words. */
export function ReleaseState({ state }: Pick<ReleaseRow, 'state'>) {
  return (
    <span className={state === 'failed' ? 'releases__state releases__state--bad' : 'releases__state'}>
      {state === 'failed' && <Icon name="alert" />}
      {STATES[state]}
    </span>
  )
}

interface ReleaseValues {
  values: { name: string; time: string } | undefined
  errors: ReleaseErrors | undefined
}

function NewRelease({ values, errors = {} }: ReleaseValues) {
  return (
    <PanelForm
      id="new-release"
      heading="New release"
      intent="create"
      button="Make the release"
      refusal={{ title: 'The release was not made.', errors }}
    >
      <ReleaseFields values={values} errors={errors} />
    </PanelForm>
  )
}

/** Name and time of a release, with what is wrong with them. */
export function ReleaseFields({ values, errors = {} }: ReleaseValues) {
  return (
    <>
      <PlainField id="release-name" label="Name" help="For staff: visitors do not see it" errors={errors.name}>
        {(described) => (
          <input
            id="release-name"
            name="name"
            required
            maxLength={120}
            autoComplete="off"
            defaultValue={values?.name}
            {...described}
          />
        )}
      </PlainField>
      <PlainField
        id="release-time"
        label="Time in India"
        help="Optional. Day and time to the second, for a release that is to be scheduled"
        errors={errors.time}
      >
        {(described) => (
          <input
            id="release-time"
            name="time"
            type="datetime-local"
            step={1}
            autoComplete="off"
            defaultValue={values?.time}
            {...described}
          />
        )}
      </PlainField>
    </>
  )
}
