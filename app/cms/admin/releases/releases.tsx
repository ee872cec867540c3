import type { MetaFunction } from '@remix-run/node'
import { Form, Link, Outlet, useActionData, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { PanelForm } from '#app/cms/editing/fields/plain-form.tsx'
import { useRecoveredTexts } from '#app/cms/editing/form/form-notices.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { keepTyped } from '#app/cms/editing/form/typed-forms.ts'
import { ClockQuestion } from './clock-question.tsx'
import { DraftChoices, ReleaseFields, ReleaseState, type ReleaseValues } from './release-fields.tsx'
import { releasesIntents } from './release-intents.ts'
import { releasesAction, releasesLoader, type ReleaseRow } from './releases.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = releasesLoader
export const action = releasesAction
export const clientAction = keepTyped(releasesIntents)

export const meta: MetaFunction = () => adminMeta('Releases')

/** The releases that are being prepared, those that are past, and the form that makes one. */
export default function ReleasesPage() {
  const { clockJump, open: all, past, hidden, addable } = useLoaderData<typeof loader>()
  const open = all.filter(({ undone }) => undone === undefined)
  const undone = all.filter((release) => release.undone !== undefined)
  const reply = useActionData<typeof action>()
  return (
    <>
      <PageHead title="Releases">A release publishes several drafts and their files together.</PageHead>
      <div className="beside">
        <section className="panel" aria-labelledby="open-heading">
          <header className="panel__head">
            <h2 id="open-heading">In preparation</h2>
          </header>
          {clockJump && <ClockQuestion jump={clockJump} />}
          {open.length === 0 ? (
            <Empty title="No release is being prepared">
              Create one with the drafts that belong together. Their texts and files become public at one moment: when
              you publish the release, or at the time that you set.
            </Empty>
          ) : (
            <ul className="releases releases--rows">
              {open.map((release) => (
                <ReleaseItem key={release.id} release={release} />
              ))}
            </ul>
          )}
        </section>
        <NewRelease errors={reply?.errors} values={reply?.values} addable={addable} />
      </div>
      {undone.length > 0 && (
        <section className="panel" aria-labelledby="undone-heading">
          <header className="panel__head">
            <h2 id="undone-heading">Undone</h2>
          </header>
          <p className="field__help">
            Their changes are drafts again. Publish them anew, or delete what is not needed.
          </p>
          <Form action="/admin/releases/delete" preventScrollReset>
            <ul className="releases releases--rows releases--chosen">
              {undone.map((release) => (
                <ReleaseItem key={release.id} release={release} isChoosable />
              ))}
            </ul>
            <button className="btn">Delete the selected releases</button>
          </Form>
        </section>
      )}
      {past.length > 0 && (
        <section className="panel" aria-labelledby="past-heading">
          <header className="panel__head">
            <h2 id="past-heading">Published</h2>
          </header>
          <ul className="releases releases--rows">
            {past.map((release) => (
              <ReleaseItem key={release.id} release={release} />
            ))}
          </ul>
          {hidden > 0 && <p className="field__help">{hidden} older releases are not shown.</p>}
        </section>
      )}
      <Outlet />
    </>
  )
}

function ReleaseItem({ release, isChoosable = false }: { release: ReleaseRow; isChoosable?: boolean }) {
  const { id, href, name, state, time, content, drafts, published, undone } = release
  const planned = time !== undefined && state === 'open' ? `Proposed for ${time}` : time
  return (
    <li>
      {isChoosable && <input type="checkbox" name="id" value={id} aria-label={`Select ${name}`} />}
      <p>
        <Link to={href}>{name}</Link>
        <span className="releases__sub">{drafts.length > 0 ? enumerate(drafts, 4) : content}</span>
      </p>
      <p className="releases__when">
        <ReleaseState release={release} />
        <span className="releases__sub">{undone ?? published ?? planned}</span>
      </p>
    </li>
  )
}

interface NewReleaseProps {
  /** What was typed and chosen in a refused form. */
  values: (ReleaseValues['values'] & { sections: readonly string[] }) | undefined
  errors: ReleaseValues['errors']
  /** The drafts that belong to no release. */
  addable: readonly { id: string; label: string }[]
}

function NewRelease({ values, errors = {}, addable }: NewReleaseProps) {
  const recovered = useRecoveredTexts([releasesIntents.create])
  return (
    <PanelForm
      id="new-release"
      heading="New release"
      intent={releasesIntents.create}
      button="Create release"
      refusal={{ title: 'The release was not created.', errors }}
    >
      <ReleaseFields values={values ?? recovered} errors={errors} />
      {addable.length > 0 && <DraftChoices legend="Drafts" drafts={addable} chosen={values?.sections} />}
    </PanelForm>
  )
}
