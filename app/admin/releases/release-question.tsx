import type { MetaFunction } from '@remix-run/node'
import { Form, Link, useLoaderData, useNavigation } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-page.tsx'
import { PageDialog } from '#app/editing/ui/dialog.tsx'
import { releaseQuestionLoader } from './releases.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-page.tsx'

export const loader = releaseQuestionLoader

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.title ?? 'Not found')

/** Asks before a release is published, undone or deleted: over the release, or on a page of its own without a script. */
export default function ReleaseQuestionPage() {
  const { href, title, text, intent, hasDrafts } = useLoaderData<typeof loader>()
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <PageDialog title={title} closeTo={href}>
      <Form
        id="release-question"
        className="dialog__body"
        method="post"
        action={href}
        onSubmit={(event) => {
          if (isSending) event.preventDefault()
        }}
      >
        <p>{text}</p>
        {hasDrafts && (
          <fieldset className="roles">
            <legend>Its drafts</legend>
            {DRAFTS.map(({ value, label }, at) => (
              <div className="roles__one" key={value}>
                <input type="radio" id={`drafts-${value}`} name="drafts" value={value} defaultChecked={at === 0} />
                <label htmlFor={`drafts-${value}`}>{label}</label>
              </div>
            ))}
          </fieldset>
        )}
      </Form>
      <footer className="dialog__foot">
        <span className="grow" />
        <Link className="btn" to={href} preventScrollReset>
          Cancel
        </Link>
        <button
          className={intent === 'publish' ? 'btn btn--primary' : 'btn btn--solid-danger'}
          form="release-question"
          name="intent"
          value={intent}
        >
          {title}
        </button>
      </footer>
    </PageDialog>
  )
}

const DRAFTS = [
  { value: 'detach', label: 'Become ordinary drafts' },
  { value: 'discard', label: 'Are discarded' },
]
