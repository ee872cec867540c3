import {
  FormProvider,
  getFormProps,
  parse,
  useForm,
  useFormMetadata,
  type FormMetadata,
  type Submission,
} from '@conform-to/react'
import type { z } from 'zod'
import { createContext, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { Form, useNavigation } from '@remix-run/react'
import {
  contentFields,
  intentOf,
  isEnvelopeName,
  isListChange,
  fieldOfUpload,
} from '#app/cms/platform/http/form-envelope.ts'
import { contentIntents, isSavingIntent } from './content-intents.ts'
import type { SaveReply } from './save-reply.ts'
import type { CollisionToResolve } from '#app/cms/content/compare/resolve-collision.ts'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import { PastedContext } from './pasted-context.ts'
import { FieldLabelsContext } from '#app/cms/editing/fields/field-labels.ts'
import type { FieldLabels } from '#app/cms/define/walk-schema.ts'
import { ConflictNotice, ConflictProvider } from './conflict.tsx'
import { useRecoveredForm, DiscardForm, QuestionNotice, RecoveredFormNotice } from './form-notices.tsx'
import { PreviewSlot } from '#app/cms/editing/preview/page-preview.tsx'
import { StatusMessage } from '#app/cms/editing/ui/status-message.tsx'
import { FailedUploadsProvider } from './failed-uploads.tsx'
import { SavedContentContext } from './changed-field.ts'
import { ErrorSummary, type RowsOfForm } from './error-summary.tsx'

/** Fetches the schema of a form. Browsers fetch it, and zod, when the form is first used. */
export type LoadSchema = () => Promise<z.ZodObject>

/** What the route module of an editor exports as its `handle`, for the screen around it. */
export interface EditorHandle {
  schema: (sectionId: string) => Promise<z.ZodObject>
  /** Set for a form of rows, of which each is saved as something of its own: a refusal counts and names them. */
  rows?: RowsOfForm
}

/** Provided by the screen around an editor. */
export const SectionIdContext = createContext<string | undefined>(undefined)

/** Id of the section that is edited, for an editor that several sections share. */
export function useSectionId(): string | undefined {
  return useContext(SectionIdContext)
}

interface ContentFormOptions {
  id: string
  schema: LoadSchema
  content: Record<string, unknown>
  /** The response to the last submission, if it was refused. */
  reply: SaveReply | undefined
}

/**
 * The state of a content form. With JavaScript, list buttons work without a round trip, and a submission is validated
 * in the browser by the same schema as on the server. Until the schema is loaded, only the server validates.
 */
export function useContentForm({ id, schema, content, reply }: ContentFormOptions) {
  const validate = useValidation(id, schema)
  const [form] = useForm<AnyContent, Record<string, unknown>>({
    id,
    defaultValue: content,
    lastResult: reply?.result,
    shouldRevalidate: 'onInput',
    shouldDirtyConsider: (name) => !isEnvelopeName(name),
    onValidate: ({ formData }) => validate(contentFields(formData, newEntryIds())),
  })
  useAdoptedReply(form.update, reply)
  return form
}

type Validate = (fields: FormData) => Submission<Record<string, unknown>>

/** Validates the form with this `id` by its schema, which is fetched when the form first gets the focus. */
function useValidation(id: string, loadSchema: LoadSchema): Validate {
  const validate = useRef<Validate>((fields) => parse(fields, { resolve: (value) => ({ value }) }))
  const load = useRef(loadSchema)
  useEffect(() => {
    const form = document.getElementById(id)
    const begin = async () => {
      form?.removeEventListener('focusin', onFocus)
      try {
        const [{ parseWithZod }, schema] = await Promise.all([import('@conform-to/zod/v4'), load.current()])
        validate.current = (fields) => parseWithZod(fields, { schema })
      } catch {
        // The schema cannot be fetched: only the server validates.
      }
    }
    const onFocus = () => void begin()
    form?.addEventListener('focusin', onFocus)
    if (form?.contains(document.activeElement)) onFocus()
    return () => form?.removeEventListener('focusin', onFocus)
  }, [id])
  return (fields) => validate.current(fields)
}

const PreviewContext = createContext<string | undefined>(undefined)

/** Provides the Markdown field of a form with the HTML that the server has rendered from its text. */
export function PreviewProvider({ html, children }: { html: string | undefined; children: ReactNode }) {
  return <PreviewContext.Provider value={html}>{children}</PreviewContext.Provider>
}

/** The HTML that the server has rendered from the form's Markdown text; undefined if it has not. */
export function useServedPreview(): string | undefined {
  return useContext(PreviewContext)
}

/** Conform's default type of a content. Calls of `useFormMetadata` name the actual type. */
type AnyContent = FormMetadata extends FormMetadata<infer Content> ? Content : never

/** Placeholders for the ids that the server will assign. */
function newEntryIds() {
  let count = 0
  return () => `new-entry-${(count += 1)}`
}

/**
 * Writes the merged values of a conflict reply into the fields of a form that is already rendered: conform itself uses
 * only the errors of a reply. A form that is first rendered with the reply already shows them.
 */
function useAdoptedReply(update: FormMetadata['update'], reply: SaveReply | undefined) {
  const known = useRef(reply)
  useEffect(() => {
    if (known.current === reply) return
    known.current = reply
    // A refused form is shown as it was typed, with the choices of an earlier conflict.
    if (reply?.conflict && reply.result.status === 'success' && reply.result.initialValue)
      update({ value: reply.result.initialValue })
  }, [update, reply])
}

interface ContentFormProps {
  form: FormMetadata
  /** The labels of its fields: `fieldLabels` of the schema. */
  labels: FieldLabels
  className?: string
  /** Version of the content the form was made from. */
  version: string
  reply: SaveReply | undefined
  /** The saved content: a row of a list is marked as changed if it differs from the saved row with its id. */
  saved?: Record<string, unknown>
  /** HTML of the Markdown text in the content. */
  preview?: string | undefined
  /** The intent that Enter in a field submits. */
  enterIntent?: (typeof contentIntents)['save' | 'draft' | 'ask']
  children: ReactNode
}

const NO_CONFLICT: CollisionToResolve[] = []

/** The form around a content's fields. Posts them with the content version on which they are based. */
export function ContentForm({
  form,
  labels,
  className,
  version,
  reply,
  saved,
  preview,
  enterIntent = contentIntents.save,
  children,
}: ContentFormProps) {
  const isSaving = useIsSaving()
  const isRecovered = useRecoveredForm() !== undefined
  const formVersion = useFormVersion(version, reply)
  const noteRefusal = useFocusOnRefusal(form.id, reply)
  const pastedTables = [...(reply?.pasted ? [reply.pasted] : []), ...(reply?.furtherPasted ?? [])]
  return (
    <FormProvider context={form.context}>
      <ConflictProvider formId={form.id} conflict={reply?.conflict ?? NO_CONFLICT}>
        <Form
          {...getFormProps(form)}
          onSubmit={(event) => {
            // A second click would conflict with the version of the first save, as if someone else had edited.
            if (isSaving) {
              event.preventDefault()
              return
            }
            // Such a button saves nothing: it may be pressed while fields are still empty.
            if (isWithoutValidation(event.nativeEvent)) return
            form.onSubmit(event)
            if (event.defaultPrevented && !isListChange(event.nativeEvent)) noteRefusal()
          }}
          className={className}
          method="post"
          encType="multipart/form-data"
          preventScrollReset
        >
          {/* Enter activates a form's first submit button. Without this one, it would move or remove an entry. */}
          <button className="visually-hidden" name="intent" value={enterIntent} tabIndex={-1} aria-hidden="true">
            Save
          </button>
          <input type="hidden" name="version" value={formVersion} />
          {/* The text of a refused form differs from the content. */}
          <FieldLabelsContext.Provider value={labels}>
            <PastedContext.Provider value={pastedTables}>
              <FailedUploadsProvider>
                <SavedContentContext.Provider value={saved}>
                  <PreviewProvider html={reply ? reply.preview : preview}>{children}</PreviewProvider>
                </SavedContentContext.Provider>
              </FailedUploadsProvider>
            </PastedContext.Provider>
          </FieldLabelsContext.Provider>
        </Form>
        <PreviewSlot />
        {isRecovered && <DiscardForm />}
      </ConflictProvider>
    </FormProvider>
  )
}

/** True for a button with `formNoValidate`. A list button has it as well, and conform handles it in the browser. */
function isWithoutValidation(event: Event) {
  const button = event instanceof SubmitEvent ? event.submitter : null
  return button instanceof HTMLButtonElement && button.formNoValidate && !isListChange(event)
}

/**
 * The version that the next save is based on: that of the reply, or the previous one if the reply has none. The version
 * of a reloaded page is not used: the save would overwrite what others have saved since.
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
  /** Shown above the errors: `Failed to update stats`. */
  failedMessage: string
  rows?: RowsOfForm | undefined
}

/**
 * Shows why the last submission was refused. Use it inside the form, above its fields. The message stays in view while
 * the page is scrolled, like the message of a save.
 */
export function ContentFormMessages({ reply, failedMessage, rows }: MessagesProps) {
  const hasErrors = Object.keys(useFormMetadata().allErrors).length > 0
  const failure = hasErrors ? undefined : reply?.failure
  return (
    <>
      {reply?.recovered && <RecoveredFormNotice {...reply.recovered} />}
      <div className="floating" role="alert">
        {failure ? (
          <StatusMessage kind="failure" message={failedMessage} {...failure} />
        ) : (
          <ErrorSummary title={failedMessage} rows={rows} />
        )}
      </div>
      {reply?.question && <QuestionNotice {...reply.question} />}
      {reply?.conflict && (
        <ConflictNotice merged={reply.merged ?? []} isDraft={reply.isDraftConflict === true} savedBy={reply.savedBy} />
      )}
    </>
  )
}

/**
 * Moves the focus to the first invalid field of the form each time it is refused, or to the choice after a conflict. If
 * there is neither, the focus does not move. Returns a function to call when the form is refused before it is sent.
 */
function useFocusOnRefusal(formId: string, reply: SaveReply | undefined) {
  const [refusals, setRefusals] = useState(0)
  const known = useRef({ refusals, reply })
  useEffect(() => {
    const last = known.current
    known.current = { refusals, reply }
    const isOfSave = reply?.preview === undefined && (reply?.pasted === undefined || reply.result.status === 'error')
    const isAnswered = reply !== undefined && reply !== last.reply && isOfSave
    if (refusals === last.refusals && !isAnswered) return
    // By now the row with the field is open. Conform itself looks for the field before that.
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"], [data-choice]')?.focus()
  }, [formId, refusals, reply])
  return () => {
    setRefusals((count) => count + 1)
  }
}

/** True from the moment a save is sent until the next page is shown. */
export function useIsSaving() {
  const { formData } = useNavigation()
  return formData !== undefined && isSavingIntent(intentOf(formData))
}

/**
 * The number of fields in which the form differs from the saved `content`. A file that is being sent counts as one, each
 * filled field of a new entry too, and a removed entry as one.
 */
export function useChangeCount(content: Record<string, unknown>) {
  const value: Record<string, unknown> = useFormMetadata().value ?? {}
  const typed = Object.fromEntries(
    Object.entries(value).filter(([name]) => !isEnvelopeName(name) || fieldOfUpload(name) !== undefined),
  )
  return listDifferences(typed, content, { withEntryFields: true }).reduce(
    (count, { theirs, fields = [] }) => count + (theirs === undefined ? Math.max(fields.length, 1) : 1),
    0,
  )
}
