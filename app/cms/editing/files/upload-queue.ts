import { useEffect, useRef, useState } from 'react'
import type { LibraryFile } from '#app/cms/media/library/library-file.ts'
import { uploadFile, type UploadTarget } from './upload-file.ts'

/** The file that is being sent: number `index` (from 1) of `count`. */
interface FileOnItsWay {
  name: string
  bytes: number
  /** The fraction sent, from 0 to 1. */
  sent: number
  index: number
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
        setSending({ name, bytes, sent, index: at + 1, count: files.length })
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
