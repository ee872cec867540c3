import { useEffect, useRef, useState } from 'react'
import { FILE_KINDS, kindOfName, type LibraryFile } from '#app/cms/media/library/library-file.ts'
import { formatBytes, formatLimit } from '#app/cms/platform/format/bytes.ts'
import type { uploadFile as UploadFile, UploadOutcome, UploadProblem, UploadTarget } from './upload-file.ts'

export const LIBRARY_PATH = '/admin/files'

/** A file that is being sent, or whose upload failed and waits for a retry or a cancel. */
export type UploadProgress = { name: string; bytes: number } & (
  | { state: 'sending'; sent: number }
  | ({ state: 'failed' } & UploadProblem)
)

/** `preview` is an object URL of the file. */
export type Upload = UploadProgress & { preview: string }

/**
 * Uploads one file at a time for a form; `onStored` gets the stored file. A file that is too large for its kind is
 * refused before it is sent. An upload is aborted when the user leaves the page or the field is removed.
 */
export function useUpload({ target, onStored }: { target: UploadTarget; onStored: (stored: LibraryFile) => void }) {
  const [upload, setUpload] = useState<Upload>()
  const running = useRef<AbortController>()
  const lastFile = useRef<File>()
  useEffect(() => () => running.current?.abort(), [])
  useFreedUrl(upload?.preview)

  async function begin(file: File) {
    running.current?.abort()
    const controller = new AbortController()
    running.current = controller
    lastFile.current = file
    const chosen = { name: file.name, bytes: file.size, preview: URL.createObjectURL(file) }
    const tooLarge = tooLargeFor(file, target)
    if (tooLarge !== undefined) {
      setUpload({ ...chosen, state: 'failed', problem: tooLarge, isSignedOut: false, isFinal: true })
      return
    }
    setUpload({ ...chosen, state: 'sending', sent: 0 })
    const { uploadFile } = await loadUploader()
    const outcome = await uploadFile(file, target, {
      onProgress: (sent) => {
        setUpload({ ...chosen, state: 'sending', sent })
      },
      signal: controller.signal,
    })
    if (controller.signal.aborted) return
    if ('stored' in outcome) {
      setUpload(undefined)
      onStored(outcome.stored)
    } else {
      setUpload({ ...chosen, state: 'failed', ...outcome })
    }
  }

  return {
    upload,
    begin: (file: File) => void begin(file),
    /** Sends the failed file again. */
    retry: () => {
      if (lastFile.current) void begin(lastFile.current)
    },
    /** Aborts the upload, or dismisses a failed one. */
    cancel: () => {
      running.current?.abort()
      setUpload(undefined)
    },
  }
}

/** Loads the code that sends a file: most forms are opened without a new file. */
async function loadUploader(): Promise<{ uploadFile: typeof UploadFile }> {
  try {
    return await import('./upload-file.ts')
  } catch {
    const outcome: UploadOutcome = {
      problem: 'The website cannot be reached, so the file was not uploaded.',
      isSignedOut: false,
      isFinal: false,
    }
    return { uploadFile: () => Promise.resolve(outcome) }
  }
}

/** An object URL keeps its file in memory until it is revoked. */
function useFreedUrl(url: string | undefined) {
  useEffect(() => {
    if (url === undefined) return undefined
    return () => {
      URL.revokeObjectURL(url)
    }
  }, [url])
}

function tooLargeFor({ name, size }: File, { accepts }: UploadTarget) {
  const kind = typeof accepts === 'object' ? kindOfName(accepts, name) : accepts
  if (kind === undefined || size <= FILE_KINDS[kind].maxBytes) return undefined
  const limit = formatLimit(FILE_KINDS[kind].maxBytes)
  return `“${name}” is ${formatBytes(size)}. The limit is ${limit}. Make the file smaller, then choose it again.`
}
