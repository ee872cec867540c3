import type { MetaFunction } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { DraftFate } from './draft-fate.tsx'
import { ReleaseNoteItems } from './release-notes.tsx'
import { releaseQuestionLoader } from './release-question.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = releaseQuestionLoader

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data?.title ?? 'Not found')

/**
 * Asks before a release is published, undone or deleted: in a dialog over the release, or on its own page without a
 * script.
 */
export default function ReleaseQuestionPage() {
  const { href, title, text, intent, notes, hasDrafts, mayDiscard, kept, asksReason, reason } =
    useLoaderData<typeof loader>()
  return (
    <ConfirmPage
      title={title}
      closeTo={href}
      button={{ label: title, intent, isPrimary: intent === 'publish' || intent === 'schedule' }}
    >
      {notes.length > 0 && (
        <ul className="attention" aria-label="Check before publishing">
          <ReleaseNoteItems notes={notes} />
        </ul>
      )}
      <p>{text}</p>
      {kept.length > 0 && (
        <p>
          {kept.length === 1
            ? 'This was public and has to be kept. It stays, withdrawn: '
            : 'These were public and have to be kept. They stay, withdrawn: '}
          {kept.join('; ')}.
        </p>
      )}
      {asksReason && (
        <div className="field">
          <label htmlFor="undo-reason">Reason for the withdrawal</label>
          <textarea
            id="undo-reason"
            name="reason"
            rows={3}
            maxLength={500}
            required
            defaultValue={reason}
            aria-describedby="undo-reason-help"
          />
          <p className="field__help" id="undo-reason-help">
            Visitors read it at the address of what is withdrawn.
          </p>
        </div>
      )}
      {hasDrafts && <DraftFate of="this release" mayDiscard={mayDiscard} />}
    </ConfirmPage>
  )
}
