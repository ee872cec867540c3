import { useEffect, useRef, useState } from 'react'
import { type FileKind, FILE_KINDS, type LibraryFile } from '#app/cms/media/library/library-file.ts'
import { formatBytes, formatLimit } from '#app/cms/platform/format/bytes.ts'

/** Receives the files of the library. */
const UPLOAD_PATH = '/admin/files/upload'
/** Receives the files of a form: they become public with the content that names them. */
const STAGE_PATH = '/admin/files/stage'
export const LIBRARY_PATH = '/admin/files'

/** The use of a file. Without `accepts` the server derives the kind from the name. `folder` is that of a document. */
interface UploadTarget {
  accepts?: FileKind | undefined
  folder?: string | undefined
  /** True for the library, where a file is public at once; false for a form. */
  isForLibrary?: boolean
}

/** Why a file was not stored. `problem` is the message for the user, from the server or from this module. */
interface UploadProblem {
  problem: string
  isSignedOut: boolean
  /** True if the file itself is the problem: a retry would fail again. */
  isFinal: boolean
}

type UploadOutcome = { stored: LibraryFile } | UploadProblem

/**
 * Uploads one file to the library or for a form. `onProgress` gets the fraction sent, from 0 to 1. Never rejects; never
 * resolves if `signal` aborts it. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 */
function uploadFile(
  file: File,
  { accepts, folder, isForLibrary = false }: UploadTarget,
  { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const path = isForLibrary ? UPLOAD_PATH : STAGE_PATH
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    }
    request.onload = () => {
      resolve(readResponse(request, path))
    }
    request.onerror = () => {
      resolve(failure('The connection was lost before the upload was complete.'))
    }
    signal.addEventListener('abort', () => {
      request.abort()
    })
    const query = new URLSearchParams()
    if (accepts !== undefined) query.set('accepts', accepts)
    if (folder !== undefined) query.set('folder', folder)
    const body = new FormData()
    body.append('file', file)
    request.open('POST', `${path}?${query.toString()}`)
    request.setRequestHeader('Accept', 'application/json')
    request.send(body)
  })
}

function readResponse({ status, responseURL, responseText }: XMLHttpRequest, path: string): UploadOutcome {
  // Without a session the server redirects to the sign-in page. The browser follows automatically.
  if (new URL(responseURL, location.href).pathname !== path) {
    return { problem: 'Your session has ended, so the file was not uploaded.', isSignedOut: true, isFinal: false }
  }
  const body = parseJson(responseText)
  if (status === 201 && isStored(body)) return { stored: body.stored }
  if (isProblem(body)) return failure(body.problem, { isFinal: status < 500 })
  // Refused before it reached the upload route: too large for the server, or sent from another site.
  const isText = responseText !== '' && responseText.length <= 300 && !responseText.startsWith('<')
  return failure(isText ? responseText : 'The server could not store the file.', { isFinal: status === 413 })
}

function failure(problem: string, { isFinal = false } = {}): UploadProblem {
  return { problem, isSignedOut: false, isFinal }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isProblem(body: unknown): body is { problem: string } {
  return typeof body === 'object' && body !== null && 'problem' in body && typeof body.problem === 'string'
}

/** The server responds with a complete LibraryFile or none. */
function isStored(body: unknown): body is { stored: LibraryFile } {
  return typeof body === 'object' && body !== null && 'stored' in body && typeof body.stored === 'object'
}

/** A file that is being sent, or whose upload failed and waits for a retry or a cancel. */
export type UploadProgress = { name: string; bytes: number } & (
  { state: 'sending'; sent: number } | ({ state: 'failed' } & UploadProblem)
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
  const limit = formatLimit(FILE_KINDS[accepts].maxBytes)
  return `“${name}” is ${formatBytes(size)}. The limit is ${limit}. Make the file smaller, then choose it again.`
}

/** The file that is being sent: number `place` (from 1) of `count`. */
interface FileOnItsWay {
  name: string
  bytes: number
  /** The fraction sent, from 0 to 1. */
  sent: number
  place: number
  count: number
}

/**
 * Uploads files one after the other, so that no request exceeds the server's limit; `onStored` gets each stored file.
 * The reason for a refused file is recorded, and the next file is sent. If the session has ended, the remaining files
 * are not sent. Leaving the page aborts the upload.
 */
export function useUploadQueue(target: UploadTarget, onStored: (stored: LibraryFile, name: string) => void) {
  const [sending, setSending] = useState<FileOnItsWay>()
  const [refused, setRefused] = useState<readonly string[]>([])
  const [isSignedOut, setIsSignedOut] = useState(false)
  const running = useRef<AbortController>()
  useEffect(() => () => running.current?.abort(), [])

  async function send(files: readonly File[]) {
    const { signal } = (running.current = new AbortController())
    setRefused([])
    setIsSignedOut(false)
    for (const [at, file] of files.entries()) {
      const { name, size: bytes } = file
      const show = (sent: number) => {
        setSending({ name, bytes, sent, place: at + 1, count: files.length })
      }
      show(0)
      const outcome = await uploadFile(file, target, { onProgress: show, signal })
      if ('stored' in outcome) {
        onStored(outcome.stored, name)
        continue
      }
      setRefused((others) => [...others, outcome.problem])
      setIsSignedOut(outcome.isSignedOut)
      if (outcome.isSignedOut) break
    }
    setSending(undefined)
  }

  return {
    sending,
    /** Why files were not stored: one message for each file. */
    refused,
    isSignedOut,
    send: (files: readonly File[]) => void send(files),
    cancel: () => {
      running.current?.abort()
      setSending(undefined)
    },
  }
}
