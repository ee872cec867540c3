import type { FileKind } from '#app/cms/define/upload-kind.ts'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'

/** Receives the files of the library. */
const UPLOAD_PATH = '/admin/files/upload'
/** Receives the files of a form: they become public with the content that names them. */
const STAGE_PATH = '/admin/files/stage'

/**
 * The use of a file: its kind, or those that a field accepts. Without `accepts` the server derives the kind from the
 * name. `folder` is that of a document.
 */
export interface UploadTarget {
  accepts?: FileKind | readonly FileKind[] | undefined
  folder?: string | undefined
  /** True for the library, where a file is public at once; false for a form. */
  isForLibrary?: boolean
}

/** Why a file was not stored. `problem` is the message for the user, from the server or from this module. */
export interface UploadProblem {
  problem: string
  isSignedOut: boolean
  /** True if the file itself is the problem: a retry would fail again. */
  isFinal: boolean
}

export type UploadOutcome = { stored: LibraryFile } | UploadProblem

/**
 * Uploads one file to the library or for a form. `onProgress` gets the fraction sent, from 0 to 1. Never rejects; never
 * resolves if `signal` aborts it. Uses XMLHttpRequest, because `fetch` does not report upload progress.
 */
export function uploadFile(
  file: File,
  { accepts, folder, isForLibrary = false }: UploadTarget,
  { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    // Cancelled while this module was being loaded.
    if (signal.aborted) return
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
    if (accepts !== undefined) query.set('accepts', String(accepts))
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
