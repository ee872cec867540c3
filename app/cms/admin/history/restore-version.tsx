import { Form, Link } from '@remix-run/react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { historyIntents } from './history-intents.ts'

interface RestoreVersionProps {
  /** The history entry that holds the version. */
  entry: string
  /** The current version: the restore is refused if it has changed since the page was shown. */
  version: string
  /** Why it cannot be restored; empty if it can. */
  obstacles: readonly string[]
  /** False if the section cannot be read now: there is nothing to compare with. */
  hasNow: boolean
  /** Number of fields in which it differs from the current version. */
  count: number
  cancelTo: string
  /** The draft that a restore as a draft would replace. */
  draft?: { revision: string; author: string; when: string } | undefined
  mayPublish?: boolean
  /** True if the page asks whether to replace that draft. */
  isConfirmingDraft?: boolean
}

/**
 * The form that restores a version, or why it cannot be restored. Renders nothing if the restore would change nothing.
 */
export function RestoreVersion(props: RestoreVersionProps) {
  const { entry, version, hasNow, obstacles, count, cancelTo, draft, mayPublish = true, isConfirmingDraft } = props
  if (obstacles.length > 0) return <Obstacles obstacles={obstacles} />
  if (hasNow && count === 0) return null
  const isAsking = draft !== undefined && isConfirmingDraft === true
  return (
    <Form className="restore" method="post">
      <p>{isAsking ? replaceQuestion(draft) : restoreText(hasNow, count)}</p>
      <input type="hidden" name="entry" value={entry} />
      <input type="hidden" name="version" value={version} />
      {isAsking && <input type="hidden" name="replaces" value={draft.revision} />}
      <Link className="btn" to={cancelTo}>
        Cancel
      </Link>
      <button
        className={mayPublish && !isAsking ? 'btn' : 'btn btn--primary'}
        name="intent"
        value={historyIntents.restoreDraft}
      >
        {isAsking ? 'Replace the draft' : 'Restore as a draft'}
      </button>
      {mayPublish && !isAsking && (
        <button className="btn btn--primary" name="intent" value={historyIntents.restore}>
          Restore this version
        </button>
      )}
    </Form>
  )
}

function replaceQuestion({ author, when }: NonNullable<RestoreVersionProps['draft']>) {
  return `This section has a draft already, saved by ${author}, ${when}. Replace it with this version? The draft is lost.`
}

function restoreText(hasNow: boolean, count: number) {
  if (!hasNow) {
    return 'The current version cannot be read. If you restore this version, it replaces the current file. The current file is saved in the history.'
  }
  const changes = count === 1 ? 'the change' : `the ${count.toLocaleString('en')} changes`
  return `Restoring this version makes ${changes} below to the current version. You can undo it.`
}

function Obstacles({ obstacles }: { obstacles: readonly string[] }) {
  return (
    <div className="status status--note">
      <Icon name="alert" />
      <div className="status__text">
        <b>This version cannot be restored: it does not match the current fields of the section.</b>
        <ul>
          {obstacles.map((obstacle, at) => (
            <li key={at}>{obstacle}</li>
          ))}
        </ul>
      </div>
    </div>
  )
}
