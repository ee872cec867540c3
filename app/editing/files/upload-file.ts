import type { FileKind } from '#app/media/library/file-kinds.ts'
import type { LibraryFile } from '#app/media/library/library-file.ts'

/** Where files are sent to, and where the library they go to can be seen. */
export const UPLOAD_PATH = '/admin/files/upload'
export const LIBRARY_PATH = '/admin/files'

/** What a file is for; without `accepts` the server goes by its name. `folder` is that of a document. */
export interface UploadTarget {
  accepts?: FileKind | undefined
  folder?: string | undefined
}

/** Why a file was not taken, in words for the person: the server's own, or what the browser knows. */
export interface UploadProblem {
  problem: string
  isSignedOut: boolean
  /** The file itself is at fault: sending it again would end the same way. */
  isFinal: boolean
}

export type UploadOutcome = { stored: LibraryFile } | UploadProblem

/**
 * Sends one file to the library. `onProgress` is told the part that has left, from 0 to 1. Never rejects; ended by `signal`
 * it never resolves. `fetch` cannot tell how far a body is, hence XMLHttpRequest.
 */
export function uploadFile(
  file: File,
  { accepts, folder }: UploadTarget,
  { onProgress, signal }: { onProgress: (sent: number) => void; signal: AbortSignal },
): Promise<UploadOutcome> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest()
    request.upload.onprogress = ({ loaded, total }) => {
      if (total > 0) onProgress(loaded / total)
    }
    request.onload = () => {
      resolve(readAnswer(request))
    }
    request.onerror = () => {
      resolve(failure('The connection broke before the file had arrived.'))
    }
    signal.addEventListener('abort', () => {
      request.abort()
    })
    const query = new URLSearchParams()
    if (accepts !== undefined) query.set('accepts', accepts)
    if (folder !== undefined) query.set('folder', folder)
    const body = new FormData()
    body.append('file', file)
    request.open('POST', `${UPLOAD_PATH}?${query.toString()}`)
    request.setRequestHeader('Accept', 'application/json')
    request.send(body)
  })
}

function readAnswer({ status, responseURL, responseText }: XMLHttpRequest): UploadOutcome {
  // The guard redirects to the sign-in, which the browser follows by itself.
  if (new URL(responseURL, location.href).pathname !== UPLOAD_PATH) {
    return { problem: 'Your session has ended, so the file was not taken.', isSignedOut: true, isFinal: false }
  }
  const answer = parseJson(responseText)
  if (status === 201 && isStored(answer)) return { stored: answer.stored }
  if (isProblem(answer)) return failure(answer.problem, { isFinal: status < 500 })
  // Refused before it got to the upload: too large for the server, or sent from another site.
  const isText = responseText !== '' && responseText.length <= 300 && !responseText.startsWith('<')
  return failure(isText ? responseText : 'The server could not take the file.', { isFinal: status === 413 })
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

function isProblem(answer: unknown): answer is { problem: string } {
  return typeof answer === 'object' && answer !== null && 'problem' in answer && typeof answer.problem === 'string'
}

/** Our own server answers a LibraryFile or none at all. */
function isStored(answer: unknown): answer is { stored: LibraryFile } {
  return typeof answer === 'object' && answer !== null && 'stored' in answer && typeof answer.stored === 'object'
}
