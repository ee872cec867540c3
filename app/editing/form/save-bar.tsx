import { useFormMetadata } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { useDraft } from '#app/editing/conflict/draft-context.tsx'
import { DiscardDraftButton } from '#app/editing/conflict/draft-notice.tsx'
import { countOf } from '#app/editing/ui/format.ts'
import { SAVE_KEYS } from '#app/editing/ui/shortcuts.ts'
import { UnsavedGuard } from './unsaved-guard.tsx'
import { useIsSaving } from './use-is-saving.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useChangeCount } from './use-change-count.ts'

interface SaveBarProps {
  /** The content as it is saved. */
  content: Record<string, unknown>
  /** The page itself, to begin again from what is saved. */
  href: string
}

/** Floats at the bottom of an editor: what is unsaved, and the button that saves it. */
export function SaveBar({ content, href }: SaveBarProps) {
  const form = useFormMetadata()
  const changeCount = useChangeCount(content)
  const [firstError, ...otherErrors] = Object.keys(form.allErrors)
  const isSaving = useIsSaving()
  const isUnsaved = changeCount > 0
  const hasDraft = useDraft() !== undefined
  // Only a script knows. Then the bar waits at the end of the form until there is something to save.
  const isSaved = useHydrated() && !isUnsaved && firstError === undefined
  return (
    <div
      className={['savebar', isUnsaved && 'savebar--unsaved', isSaved && 'savebar--saved'].filter(Boolean).join(' ')}
      role="region"
      aria-label="Save"
    >
      <p aria-live="polite">
        {isSaved && <span>Everything is saved</span>}
        {isUnsaved && <b>Unsaved changes</b>}
        {isUnsaved && <span>{countOf(changeCount, 'field')} changed</span>}
        {firstError !== undefined && (
          <a href={`#${form.id}-${firstError}`}>
            {otherErrors.length === 0 ? '1 needs attention' : `${otherErrors.length + 1} need attention`}
          </a>
        )}
      </p>
      {hasDraft ? (
        <DiscardDraftButton />
      ) : (
        <Link
          className="btn btn--ghost"
          to={href}
          replace
          preventScrollReset
          onClick={() => {
            form.reset()
          }}
        >
          Discard
        </Link>
      )}
      {/* Stays focusable while it is busy: a disabled button would lose the focus. */}
      <button
        className="btn btn--primary"
        id={`${form.id}-update`}
        name="intent"
        value="save"
        aria-keyshortcuts={SAVE_KEYS}
        aria-disabled={isSaving}
      >
        {isSaving ? 'Saving...' : 'Update'}
      </button>
      <UnsavedGuard isUnsaved={isUnsaved && !isSaving} />
    </div>
  )
}
