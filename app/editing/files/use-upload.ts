import { useEffect, useRef, useState } from 'react'
import { FILE_KINDS } from '#app/media/library/file-kinds.ts'
import { formatBytes } from '#app/editing/ui/format.ts'
import type { LibraryFile } from '#app/media/library/library-file.ts'
import { uploadFile, type UploadProblem, type UploadTarget } from './upload-file.ts'

/** A file on its way, or one that did not get through and stands there until it is sent again or given up. */
export type UploadProgress = { name: string; bytes: number } & (
  { state: 'sending'; sent: number } | ({ state: 'failed' } & UploadProblem)
)

/** `preview` is an address under which the browser has the file. */
export type Upload = UploadProgress & { preview: string }

/**
 * Sends one file at a time to the library; `onStored` gets it when it is there. One that is too large for its kind is
 * turned away before it is sent. Leaving the page or the field breaks an upload off.
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
    /** Sends the file that failed once more. */
    retry: () => {
      if (lastFile.current) void begin(lastFile.current)
    },
    /** Breaks the upload off, or puts one that failed away. */
    cancel: () => {
      running.current?.abort()
      setUpload(undefined)
    },
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
  if (accepts === undefined || size <= FILE_KINDS[accepts].maxBytes) return undefined
  const limit = FILE_KINDS[accepts].maxBytes / 1024 / 1024
  return `“${name}” has ${formatBytes(size)}. The limit is ${limit} MB: make it smaller, then choose it again.`
}
