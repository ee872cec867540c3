import type { MetaFunction } from '@remix-run/node'
import { Link, useLoaderData } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { DifferenceList } from './difference-list.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { RestoreLink, RestoreVersion } from './restore-version.tsx'
import { DocumentsProvider } from '#app/media/documents/document-row-info.tsx'
import { Icon } from '#app/editing/ui/icon.tsx'
import { ImagesProvider } from '#app/media/pictures/picture.tsx'
import { differenceAction, differenceLoader } from './history-difference.server.ts'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-error.tsx'

export const loader = differenceLoader
export const action = differenceAction

export const meta: MetaFunction<typeof loader> = ({ data }) => adminMeta(data ? data.edit.reason : 'Not found')

/** What one edit changed, or how the version it led to differs from what stands now, with the way back to it. */
export default function DifferencePage() {
  const { section, edit, newer, older, images, documents, restore, count } = useLoaderData<typeof loader>()
  return (
    <ImagesProvider images={images}>
      <DocumentsProvider documents={documents}>
        <PageHead
          title={`${section.label}: ${edit.reason}`}
          action={
            <nav className="steps" aria-label="Edits">
              <StepLink to={older?.href} icon="move-left" label="Previous edit" />
              <StepLink to={newer?.href} icon="move-right" label="Next edit" />
            </nav>
          }
        >
          <time dateTime={edit.time}>{edit.when}</time>, {edit.author}.{' '}
          <Link to={`/admin/history/${section.id}`}>All changes of {section.label}</Link>
        </PageHead>
        <ViewSwitch />
        {restore && <RestoreVersion {...restore} count={count} cancelTo={edit.href} />}
        <Differences />
      </DocumentsProvider>
    </ImagesProvider>
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
          Compare this version with now
        </Link>
      )}
      <Link
        to={`${edit.href}?against=now&side=before`}
        aria-current={current(isAgainstNow && side === 'before')}
        preventScrollReset
      >
        Compare the version before with now
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
      <p className="empty">{isAgainstNow ? 'This version says the same as what stands now.' : 'No field differs.'}</p>
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

/** What stands above the two sides: what they are, and the way back to each. */
function headsOf({ edit, isAgainstNow, isAfterNow, side }: ReturnType<typeof useLoaderData<typeof loader>>) {
  if (isAgainstNow) {
    const names = { before: 'Stands now', after: 'This version' }
    return { names, before: names.before, after: `The version ${side} this edit` }
  }
  return {
    names: { before: 'Before', after: 'After' },
    before: (
      <>
        Before <RestoreLink to={`${edit.href}?against=now&side=before`} side="before" />
      </>
    ),
    after: (
      <>
        After{' '}
        {isAfterNow ? (
          <span className="chip">Stands now</span>
        ) : (
          <RestoreLink to={`${edit.href}?against=now`} side="after" />
        )}
      </>
    ),
  }
}
