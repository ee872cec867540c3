import { useEffect, useRef, useState } from 'react'
import type { LibraryFile } from '#app/media/library/library-file.ts'
import { uploadFile, type UploadTarget } from './upload-file.ts'

/** The file on its way: the `place`th (from 1) of `count`. */
export interface FileOnItsWay {
  name: string
  bytes: number
  /** The part that has left, from 0 to 1. */
  sent: number
  place: number
  count: number
}

/**
 * Sends files to the library one after the other, so that no form grows beyond what the server takes; `onStored` gets each
 * as it is there. One that is refused is remembered with the reason, and the next one goes. Where the session has ended, the
 * rest stays here. Leaving the page breaks off.
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
    /** Why files were not taken: the server's words, one text for each. */
    refused,
    isSignedOut,
    send: (files: readonly File[]) => void send(files),
    cancel: () => {
      running.current?.abort()
      setSending(undefined)
    },
  }
}
