import { useFormMetadata, type FormMetadata, type SubmissionResult } from '@conform-to/react'
import { Link } from '@remix-run/react'
import { useState } from 'react'
import { useIsInConflict } from './conflict.tsx'
import { useRecoveredForm, DiscardButton } from './form-notices.tsx'
import { contentIntents } from './content-intents.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { PreviewButton } from '#app/cms/editing/preview/page-preview.tsx'
import { SAVE_KEYS } from '#app/cms/editing/ui/shortcuts.ts'
import { useIsSaving, useChangeCount } from './content-form.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { UnsavedGuard } from './unsaved-guard.tsx'

interface SaveBarProps {
  content: Record<string, unknown>
  /** Address of the page itself, to start again from the saved content. */
  href: string
  /** True if the content's file cannot be used until the form is saved, even without changes. */
  isRepairing?: boolean
  /** Set if the form can be saved as a draft. If `mayPublish` is false, that is the only choice. */
  drafts?: { mayPublish: boolean; needsApproval?: boolean }
  /** True if `content` is a draft, which is not published yet. */
  isDraft?: boolean
  /** True for content that is published for the first time. */
  isNew?: boolean
}

/** The bar at the bottom of an editor: the number of unsaved changes, and the button that saves them. */
export function SaveBar({ content, href, isRepairing = false, drafts, isDraft = false, isNew = false }: SaveBarProps) {
  const form: FormMetadata = useFormMetadata()
  const changeCount = useChangeCount(content)
  const [firstError, ...otherErrors] = Object.keys(form.allErrors)
  const isSaving = useIsSaving()
  const isUnsaved = changeCount > 0
  const isRecovered = useRecoveredForm() !== undefined
  // What was typed when “Discard” was chosen, until something else is typed or the page is left.
  const [discarded, setDiscarded] = useState<NonNullable<SubmissionResult['initialValue']>>()
  // Only known with JavaScript. The bar is not sticky until there is something to save.
  const isInConflict = useIsInConflict()
  const isSaved = useHydrated() && !isUnsaved && !isRepairing && !isInConflict && firstError === undefined
  return (
    <>
      <div
        className={[
          'savebar',
          isUnsaved && 'savebar--unsaved',
          isSaved && 'savebar--saved',
          isDraft && 'savebar--draft',
        ]
          .filter(Boolean)
          .join(' ')}
        role="region"
        aria-label="Save"
      >
        <div className="savebar__row">
          <div className="savebar__text">
            <p aria-live="polite">
              {isSaved && (
                <span>
                  {discarded !== undefined
                    ? 'Changes discarded'
                    : isDraft
                      ? 'Draft saved, not published'
                      : 'No changes'}
                </span>
              )}
              {isRepairing && !isUnsaved && <span>Saving will correct the file</span>}
              {isInConflict && !isUnsaved && <span>As it is saved</span>}
              {isUnsaved && <b>Unsaved changes</b>}
              {isUnsaved && <span className="savebar__count">{countOf(changeCount, 'field')} changed</span>}
              {firstError !== undefined && (
                <a href={`#${form.id}-${firstError}`}>
                  {otherErrors.length === 0 ? '1 error' : `${otherErrors.length + 1} errors`}
                </a>
              )}
            </p>
            {drafts?.mayPublish !== false && (
              <p className="savebar__note" id={`${form.id}-note`}>
                {isNew ? 'Visitors see it when it is published' : 'Update publishes at once'}
              </p>
            )}
          </div>
          {isRecovered ? (
            <DiscardButton />
          ) : (
            <Link
              className="btn btn--ghost savebar__discard"
              to={href}
              replace
              preventScrollReset
              onClick={() => {
                if (isUnsaved) setDiscarded(Object.fromEntries(Object.entries(form.value ?? {})))
                form.reset()
              }}
            >
              Discard
            </Link>
          )}
          {isSaved && discarded !== undefined && (
            <button
              className="btn"
              type="button"
              onClick={() => {
                form.update({ value: discarded })
                setDiscarded(undefined)
              }}
            >
              <Icon name="undo" />
              Undo
            </button>
          )}
          <PreviewButton className="btn btn--ghost savebar__preview" />
          <SaveButtons {...drafts} save={isNew ? 'Publish' : 'Update'} note={`${form.id}-note`} />
        </div>
      </div>
      {/* Beside the bar, whose colours are not those of a dialog. */}
      <UnsavedGuard isUnsaved={isUnsaved && !isSaving} />
    </>
  )
}

interface SaveButtonsProps {
  /** Label of the button that publishes. */
  save: string
  /** Id of the text that describes it. */
  note?: string
  /** True if the form can only be saved as a draft. */
  isDraft?: boolean
  /** If false, there is no button that publishes. If undefined, the form cannot be saved as a draft. */
  mayPublish?: boolean | undefined
  /** True if a second person has to approve the draft. */
  needsApproval?: boolean | undefined
}

/** The buttons that save a content form: as a draft, for approval, or published. */
export function SaveButtons({
  save,
  note,
  mayPublish,
  isDraft = mayPublish === false,
  needsApproval = false,
}: SaveButtonsProps) {
  const form = useFormMetadata()
  const isSaving = useIsSaving()
  return (
    <>
      {mayPublish !== undefined && (
        <button
          className={isDraft && !needsApproval ? 'btn btn--primary' : 'btn btn--ghost'}
          id={`${form.id}-draft`}
          name="intent"
          value={contentIntents.draft}
          aria-keyshortcuts={isDraft ? SAVE_KEYS : undefined}
          aria-disabled={isSaving}
        >
          Save draft
        </button>
      )}
      {needsApproval && (
        <button className="btn btn--primary" name="intent" value={contentIntents.ask} aria-disabled={isSaving}>
          Ask for approval
        </button>
      )}
      {/* The button stays focusable while it is busy: a disabled button would lose the focus. */}
      {!isDraft && (
        <button
          className="btn btn--primary"
          id={`${form.id}-update`}
          name="intent"
          value={contentIntents.save}
          aria-keyshortcuts={SAVE_KEYS}
          aria-describedby={note}
          aria-disabled={isSaving}
        >
          {isSaving ? 'Saving...' : save}
        </button>
      )}
    </>
  )
}
