import { FormProvider, getFormProps, useFormMetadata, type FormMetadata } from '@conform-to/react'
import { Form } from '@remix-run/react'
import { useState, type ReactNode } from 'react'
import type { Difference } from '#app/content/compare/content-differences.ts'
import { ConflictNotice } from '#app/editing/conflict/conflict-notice.tsx'
import { ConflictProvider } from '#app/editing/conflict/conflict-context.tsx'
import { useDraft } from '#app/editing/conflict/draft-context.tsx'
import { DiscardDraftForm, DraftNotice } from '#app/editing/conflict/draft-notice.tsx'
import { ErrorSummary } from './error-summary.tsx'
import type { SaveReply } from './save-reply.ts'
import { StatusMessage } from '#app/editing/ui/status-message.tsx'
import { isListChange } from '#app/http/form-envelope.ts'
import { useFocusOnRefusal } from './use-focus-on-refusal.ts'
import { useIsSaving } from './use-is-saving.ts'

interface ContentFormProps {
  form: FormMetadata
  className?: string
  /** Version of the content the form was made from. */
  version: string
  reply: SaveReply | undefined
  children: ReactNode
}

const NO_CONFLICT: Difference[] = []

/** The form around a content's fields: posts them with the version they were made from. */
export function ContentForm({ form, className, version, reply, children }: ContentFormProps) {
  const isSaving = useIsSaving()
  const hasDraft = useDraft() !== undefined
  const formVersion = useFormVersion(version, reply)
  const noteRefusal = useFocusOnRefusal(form.id, reply)
  return (
    <FormProvider context={form.context}>
      <ConflictProvider conflict={reply?.conflict ?? NO_CONFLICT}>
        <Form
          {...getFormProps(form)}
          onSubmit={(event) => {
            // A second click would meet the first one's version and look like someone else's edit.
            if (isSaving) {
              event.preventDefault()
              return
            }
            form.onSubmit(event)
            if (event.defaultPrevented && !isListChange(event.nativeEvent)) noteRefusal()
          }}
          className={className}
          method="post"
          encType="multipart/form-data"
          preventScrollReset
        >
          {/* Enter saves: it presses a form's first button, which would otherwise move or remove an entry. */}
          <button className="vh" name="intent" value="save" tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="version" value={formVersion} />
          {children}
        </Form>
        {hasDraft && <DiscardDraftForm />}
      </ConflictProvider>
    </FormProvider>
  )
}

/**
 * The version the next try is made from: the answer's, or the one before where that knows none. Not the one which the page
 * finds when it is loaded again: what others have saved since would be overwritten unseen.
 */
function useFormVersion(version: string, reply: SaveReply | undefined) {
  const [known, setKnown] = useState({ reply, version: reply?.version || version })
  if (known.reply === reply) return known.version
  const next = reply?.version || known.version
  setKnown({ reply, version: next })
  return next
}

interface MessagesProps {
  reply: SaveReply | undefined
  /** Said above the errors: `Failed to update stats`. */
  failedMessage: string
  /** The page itself, for those who give their edit up. */
  href: string
}

/**
 * Why the last try was refused. Stands inside the form, above its fields; what is wrong stays in sight while the page is
 * scrolled, as the message of a save does.
 */
export function ContentFormMessages({ reply, failedMessage, href }: MessagesProps) {
  const hasErrors = Object.keys(useFormMetadata().allErrors).length > 0
  const failure = hasErrors ? undefined : reply?.failure
  return (
    <>
      {reply?.draft && <DraftNotice {...reply.draft} />}
      <div className="floating" role="alert">
        {failure ? <StatusMessage kind="failure" {...failure} /> : <ErrorSummary title={failedMessage} />}
      </div>
      {reply?.conflict && <ConflictNotice taken={reply.taken ?? []} href={href} />}
    </>
  )
}
