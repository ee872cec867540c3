import { useEffect, useRef, type RefObject } from 'react'
import { FieldError } from '#app/editing/fields/plain-form.tsx'
import { formatBytes } from '#app/editing/ui/format.ts'
import type { UploadProgress, useUploadQueue } from './uploads.ts'
import { FILE_KINDS, type FileKind } from '#app/media/library/library-file.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface UploadStatusProps {
  /** For the id of the problem, which the field may be described by. */
  id: string
  upload: UploadProgress | undefined
  /** Shown before the reason if the upload failed. */
  failedWords?: string
  /** A save waits for the upload. */
  isSaveWaiting?: boolean
  /** Counts the saves that were refused because of the problem: each brings the focus to it. */
  refusals?: number
  onCancel: () => void
  onRetry: () => void
}

/** The progress of an upload with a cancel button, or why it failed with a retry button. Announced, but not each step. */
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
        {sending && `Uploading ${sending.name}. ${isSaveWaiting ? 'Saving starts when it is complete.' : ''}`}
      </p>
      {sending && (
        <div className="upload">
          <p className="upload__name">
            <b>{sending.name}</b>
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
                What you typed is still here.{' '}
                <a href="/admin/login?returnTo=%2Fadmin" target="_blank" rel="noopener">
                  Sign in in a new tab
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
                Continue without <span className="visually-hidden">{failed.name}</span>
              </button>
            </div>
          </div>
        )}
      </div>
    </>
  )
}

interface UploadQueueStatusProps {
  /** Begins the ids of what it shows. */
  id: string
  queue: ReturnType<typeof useUploadQueue>
  /** A save waits for the files. */
  isSaveWaiting?: boolean
}

/** The progress of a queue of uploads, and why some files were not stored. */
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
              Sign in in a new tab
            </a>
            , then add the missing files again.
          </p>
        )}
      </div>
    </>
  )
}

/** The file on its way as an upload of its own, named with its place among the others. */
export function queueProgress({ sending }: ReturnType<typeof useUploadQueue>) {
  if (!sending) return undefined
  const { name, place, count } = sending
  return { ...sending, state: 'sending' as const, name: count === 1 ? name : `${name} (${place} of ${count})` }
}

interface UploadButtonProps {
  id: string
  /** Under which the file goes along with the form, without a script. */
  name: string
  form: string
  accepts: FileKind
  label: string
  /** What the file is of, for screen readers. */
  of: string
  invalid?: boolean
  describedBy?: string | undefined
  inputRef: RefObject<HTMLInputElement>
  /** A file is on its way: the form then counts as changed. */
  isSending: boolean
  onChoose: (file: File) => void
}

/** A file input that looks like a button. It stays a real one: labelled, focusable, and without a script sent with the form. */
export function UploadButton(props: UploadButtonProps) {
  const { id, name, form, accepts, label, of, invalid = false, describedBy, inputRef, isSending, onChoose } = props
  const isHydrated = useHydrated()
  return (
    <label className="btn filebtn" htmlFor={id}>
      <Icon name="swap" />
      {label} <span className="visually-hidden">{of}</span>
      {isSending && <input type="hidden" name={name} form={form} value="sending" />}
      <input
        id={id}
        ref={inputRef}
        type="file"
        name={isHydrated ? undefined : name}
        form={form}
        accept={FILE_KINDS[accepts].accept}
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
