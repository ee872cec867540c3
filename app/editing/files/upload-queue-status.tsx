import { FieldError } from '#app/editing/fields/field.tsx'
import { UploadStatus } from './upload-status.tsx'
import type { useUploadQueue } from './use-upload-queue.ts'

interface UploadQueueStatusProps {
  /** Begins the ids of what it shows. */
  id: string
  queue: ReturnType<typeof useUploadQueue>
  /** A save waits for the files. */
  isSaveWaiting?: boolean
}

/** How the files of a queue get on, and why some of them were not taken. */
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
