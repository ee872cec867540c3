import { useEffect, useRef } from 'react'
import { FieldError } from '#app/editing/fields/field.tsx'
import { formatBytes } from '#app/editing/ui/format.ts'
import type { UploadProgress } from './use-upload.ts'
import './upload-status.css'

interface UploadStatusProps {
  /** For the id of the problem, which the field may be described by. */
  id: string
  upload: UploadProgress | undefined
  /** Said before the reason where the file did not get through. */
  failedWords?: string
  /** A save waits for the upload. */
  isSaveWaiting?: boolean
  /** Counts the saves that were refused because of the problem: each brings the focus to it. */
  refusals?: number
  onCancel: () => void
  onRetry: () => void
}

/** How an upload gets on: a bar and a way to break it off, or why it failed and the ways on. Announced, but not each step. */
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
      <p className="vh" role="status">
        {sending && `Uploading ${sending.name}. ${isSaveWaiting ? 'Saving as soon as it is there.' : ''}`}
      </p>
      {sending && (
        <div className="upload">
          <p className="upload__name">
            <b>{sending.name}</b>
            <span>
              {sending.sent < 1
                ? `${Math.floor(sending.sent * 100)} % of ${formatBytes(sending.bytes)}`
                : 'Being checked'}
              {isSaveWaiting && ', then saved'}
            </span>
          </p>
          <progress
            aria-label={`Upload of ${sending.name}`}
            max={1}
            value={sending.sent < 1 ? sending.sent : undefined}
          />
          <button className="btn" type="button" onClick={onCancel}>
            Cancel <span className="vh">the upload of {sending.name}</span>
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
                  Try again <span className="vh">with {failed.name}</span>
                </button>
              )}
              <button className="btn btn--ghost" type="button" onClick={onCancel}>
                Go on without <span className="vh">{failed.name}</span>
              </button>
            </div>
          </div>
        )}
      </div>
    </>
  )
}
