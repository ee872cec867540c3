import { historyIntents } from './history-intents.ts'
import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData, Form } from '@remix-run/react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { DifferenceList } from './difference-list.tsx'
import { withoutLabel } from './edit-words.ts'
import { RestoreVersion } from './restore-version.tsx'
import { countOf } from '#app/cms/platform/format/words.ts'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { DocumentsProvider } from '#app/cms/media/document-info.tsx'
import { CollisionChoices } from '#app/cms/editing/form/collision-choices.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { ImagesProvider } from '#app/cms/media/picture.tsx'
import { differenceAction, differenceLoader } from './history-difference.server.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = differenceLoader
export const action = differenceAction

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data ? data.edit.reason : 'Not found')

/** What one edit changed, or how a version differs from the current one, with a button that restores it. */
export default function DifferencePage() {
  const loaded = useLoaderData<typeof loader>()
  const { section, edit, newer, older, images, documents, restore, count, draft, mayPublish, isConfirmingDraft } =
    loaded
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        <PageHead
          title={`${section.label}: ${withoutLabel(edit.reason, section.label)}`}
          action={
            <nav className="steps" aria-label="Edits">
              <StepLink to={older?.href} icon="move-left" label="Previous edit" />
              <StepLink to={newer?.href} icon="move-right" label="Next edit" />
            </nav>
          }
        >
          <time dateTime={edit.time}>{edit.when}</time>, {edit.author}
          {edit.approver !== undefined && `, approved by ${edit.approver}`}.{' '}
          <Link to={`/admin/history/${section.id}`}>All changes of {section.label}</Link>
        </PageHead>
        <ViewSwitch />
        <UndoEdit />
        {restore && (
          <RestoreVersion
            {...restore}
            count={count}
            cancelTo={edit.href}
            draft={draft}
            mayPublish={mayPublish}
            isConfirmingDraft={isConfirmingDraft}
          />
        )}
        <Differences />
      </DocumentsProvider>
    </ImagesProvider>
  )
}

/** The button that undoes the edit, or the choices between it and later edits of the same places. */
function UndoEdit() {
  const { edit, isAgainstNow, undo, mayPublish } = useLoaderData<typeof loader>()
  if (isAgainstNow) return null
  if (undo && undo.collisions.length > 0) {
    return (
      <Form className="restore restore--choices" method="post" action={edit.href}>
        <h2>Undo this edit</h2>
        <p>
          Later edits have changed the same places. Choose for each place which version to keep. Everything else of this
          edit is undone, and later edits in other places are kept.
        </p>
        <CollisionChoices
          collisions={undo.collisions}
          sides={{ mine: 'As before this edit', theirs: 'As it is now' }}
        />
        <input type="hidden" name="version" value={undo.version} />
        <div className="head__actions">
          <Link className="btn" to={edit.href}>
            Cancel
          </Link>
          <button className="btn btn--primary" name="intent" value={historyIntents.undo}>
            {mayPublish ? 'Undo this edit' : 'Undo as a draft'}
          </button>
        </div>
      </Form>
    )
  }
  return (
    <Form className="restore" method="post" action={edit.href}>
      <p>
        Undoes only what this edit changed. Later edits are kept.
        {!mayPublish && ' The result is saved as a draft.'}
      </p>
      <button className="btn" name="intent" value={historyIntents.undo}>
        <Icon name="undo" />
        {mayPublish ? 'Undo this edit' : 'Undo as a draft'}
      </button>
    </Form>
  )
}

function StepLink({ to, icon, label }: { to: string | undefined; icon: 'move-left' | 'move-right'; label: string }) {
  if (to === undefined) return null
  return (
    <Link className="btn" to={to}>
      <Icon name={icon} />
      {label}
    </Link>
  )
}

function ViewSwitch() {
  const { edit, isAgainstNow, isAfterNow, side } = useLoaderData<typeof loader>()
  const current = (isCurrent: boolean) => (isCurrent ? 'page' : undefined)
  return (
    <nav className="switch" aria-label="Comparison">
      <Link to={edit.href} aria-current={current(!isAgainstNow)} preventScrollReset>
        What this edit changed
      </Link>
      {!isAfterNow && (
        <Link
          to={`${edit.href}?against=now`}
          aria-current={current(isAgainstNow && side === 'after')}
          preventScrollReset
        >
          Restore this version
        </Link>
      )}
      <Link
        to={`${edit.href}?against=now&side=before`}
        aria-current={current(isAgainstNow && side === 'before')}
        preventScrollReset
      >
        Restore the version before
      </Link>
    </nav>
  )
}

function Differences() {
  const loaded = useLoaderData<typeof loader>()
  const { problems, count, shown, hidden, images, isAgainstNow } = loaded
  if (problems.length > 0) {
    return (
      <div className="empty">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    )
  }
  if (count === 0) {
    return (
      <p className="empty">{isAgainstNow ? 'This version is the same as the current one.' : 'No field differs.'}</p>
    )
  }
  return (
    <section aria-label={countOf(count, 'change')}>
      <h2 className="diff__count">{countOf(count, 'change')}</h2>
      <DifferenceList differences={shown} images={new Set(Object.keys(images))} {...headsOf(loaded)} />
      {hidden > 0 && <p className="hint">{countOf(hidden, 'further change')} not shown.</p>}
    </section>
  )
}

/** The headings of the two sides. */
function headsOf({ isAgainstNow, isAfterNow, side }: ReturnType<typeof useLoaderData<typeof loader>>) {
  if (isAgainstNow) {
    const names = { before: 'Current version', after: 'This version' }
    return { names, before: names.before, after: `The version ${side} this edit` }
  }
  const names = { before: 'Before', after: 'After' }
  return { names, before: names.before, after: isAfterNow ? 'After: the current version' : names.after }
}
