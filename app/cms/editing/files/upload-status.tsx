import { useEffect, useRef, type RefObject } from 'react'
import { FieldError } from '#app/cms/editing/fields/plain-field.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import type { useUploadQueue } from './upload-queue.ts'
import type { UploadProgress } from './uploads.ts'
import type { FileKind } from '#app/cms/define/upload-kind.ts'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'

interface UploadStatusProps {
  /** `id` of the error message, so that the field can refer to it. */
  id: string
  upload: UploadProgress | undefined
  /** Shown before the reason if the upload failed. */
  failedWords?: string
  /** True while a save waits for the upload. */
  isSaveWaiting?: boolean
  /** Number of saves that were refused because the upload failed. Each one moves the focus to its first button. */
  refusals?: number
  onCancel: () => void
  onRetry: () => void
}

/**
 * The progress of an upload, or why it failed, with buttons. Screen readers announce start and failure, not each step.
 */
export function UploadStatus({
  id,
  upload,
  failedWords,
  isSaveWaiting = false,
  refusals = 0,
  onCancel,
  onRetry,
}: UploadStatusProps) {
  const actionsRef = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (refusals > 0) actionsRef.current?.querySelector('button')?.focus()
  }, [refusals])
  const sending = upload?.state === 'sending' ? upload : undefined
  const failed = upload?.state === 'failed' ? upload : undefined
  return (
    <>
      <p className="visually-hidden" role="status">
        {sending && `Uploading ${sending.name}. ${isSaveWaiting ? 'Saving starts when the upload is complete.' : ''}`}
      </p>
      {sending && (
        <div className="upload">
          <p className="upload__name">
            <b>{sending.name}</b>{' '}
            <span>
              {sending.sent < 1
                ? `${Math.floor(sending.sent * 100)} % of ${formatBytes(sending.bytes)}`
                : 'Checking the file'}
              {isSaveWaiting && ', then saving'}
            </span>
          </p>
          <progress
            aria-label={`Upload of ${sending.name}`}
            max={1}
            value={sending.sent < 1 ? sending.sent : undefined}
          />
          <button className="btn" type="button" onClick={onCancel}>
            Cancel <span className="visually-hidden">the upload of {sending.name}</span>
          </button>
        </div>
      )}
      <div role="alert">
        {failed && (
          <div className="upload upload--failed">
            <FieldError id={id} errors={failedWords === undefined ? [failed.problem] : [failedWords, failed.problem]} />
            {failed.isSignedOut && (
              <p className="upload__hint">
                Your text is still in the form.{' '}
                <a href="/admin/login?returnTo=%2Fadmin" target="_blank" rel="noopener">
                  Log in again in a new tab
                </a>
                , then come back and try again.
              </p>
            )}
            <div className="upload__act" ref={actionsRef}>
              {!failed.isFinal && (
                <button className="btn" type="button" onClick={onRetry}>
                  Try again <span className="visually-hidden">with {failed.name}</span>
                </button>
              )}
              <button className="btn btn--ghost" type="button" onClick={onCancel}>
                Continue without file <span className="visually-hidden">{failed.name}</span>
              </button>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

interface UploadQueueStatusProps {
  /** Prefix of the ids inside. */
  id: string
  queue: ReturnType<typeof useUploadQueue>
  /** True while a save waits for the files. */
  isSaveWaiting?: boolean
}

/** The progress of a queue of uploads, and the reasons why files were not stored. */
export function UploadQueueStatus({ id, queue, isSaveWaiting = false }: UploadQueueStatusProps) {
  const { refused, isSignedOut, cancel } = queue
  return (
    <>
      <UploadStatus
        id={`${id}-status`}
        upload={queueProgress(queue)}
        isSaveWaiting={isSaveWaiting}
        onCancel={cancel}
        onRetry={cancel}
      />
      <div role="alert">
        {refused.map((problem, index) => (
          <FieldError key={index} id={`${id}-error-${index}`} errors={[problem]} />
        ))}
        {isSignedOut && (
          <p className="field__help">
            <a href="/admin/login?returnTo=%2Fadmin" target="_blank" rel="noopener">
              Log in again in a new tab
            </a>
            , then add the missing files again.
          </p>
        )}
      </div>
    </>
  )
}

/** The file that the queue is sending, as a single upload whose name includes its place in the queue. */
export function queueProgress({ sending }: ReturnType<typeof useUploadQueue>) {
  if (!sending) return undefined
  const { name, index, count } = sending
  return { ...sending, state: 'sending' as const, name: count === 1 ? name : `${name} (${index} of ${count})` }
}

interface UploadButtonProps {
  id: string
  /** File name in the form data. Only used without JavaScript. */
  name: string
  form: string
  accepts: FileKind | readonly FileKind[]
  label: string
  /** Names the use of the file, for screen readers. */
  of: string
  invalid?: boolean
  describedBy?: string | undefined
  inputRef: RefObject<HTMLInputElement>
  /** True while a file is being sent: the form then counts as changed. */
  isSending: boolean
  onChoose: (file: File) => void
}

/**
 * A file input that looks like a button. A real input: labelled, focusable, and sent with the form without JavaScript.
 */
export function UploadButton(props: UploadButtonProps) {
  const { id, name, form, accepts, label, of, invalid = false, describedBy, inputRef, isSending, onChoose } = props
  const isHydrated = useHydrated()
  return (
    <label className="btn filebtn" htmlFor={id}>
      <Icon name={label === 'Replace' ? 'swap' : 'plus'} />
      {label} <span className="visually-hidden">{of}</span>
      {isSending && <input type="hidden" name={name} form={form} value="sending" />}
      <input
        id={id}
        ref={inputRef}
        type="file"
        name={isHydrated ? undefined : name}
        form={form}
        accept={[accepts]
          .flat()
          .flatMap((kind) => FILE_KINDS[kind].accept)
          .join(',')}
        aria-invalid={invalid ? true : undefined}
        aria-describedby={describedBy}
        onChange={({ currentTarget: input }) => {
          const file = input.files?.[0]
          if (!file) return
          onChoose(file)
          // So that the same file can be chosen again.
          input.value = ''
        }}
      />
    </label>
  )
}
