import { useEffect, useRef, useState } from 'react'
import { isListChange } from '#app/http/form-envelope.ts'
import type { UploadProgress } from './use-upload.ts'

/**
 * Keeps the form with this `id` from being saved with the file that an upload is about to replace: while one runs, a save
 * waits for it; where one has failed, the save is refused until it is sent again or given up, and `onRefused` is called.
 * Answers whether a save waits.
 */
export function useSaveAfterUpload(formId: string, upload: UploadProgress | undefined, onRefused: () => void) {
  const [isWaiting, setIsWaiting] = useState(false)
  const submitter = useRef<HTMLElement | null>(null)
  const state = upload?.state

  useEffect(() => {
    const form = document.getElementById(formId)
    if (!(form instanceof HTMLFormElement) || state === undefined) return undefined
    const holdBack = (event: SubmitEvent) => {
      if (isListChange(event)) return
      // Before it gets to the form's own handlers, and to those of other uploads: each lets it go in its turn.
      event.preventDefault()
      event.stopImmediatePropagation()
      submitter.current = event.submitter
      setIsWaiting(state === 'sending')
      if (state === 'failed') onRefused()
    }
    form.addEventListener('submit', holdBack, { capture: true })
    return () => {
      form.removeEventListener('submit', holdBack, { capture: true })
    }
  }, [formId, state, onRefused])

  useEffect(() => {
    if (!isWaiting || state === 'sending') return
    setIsWaiting(false)
    const form = document.getElementById(formId)
    if (state === undefined && form instanceof HTMLFormElement) form.requestSubmit(submitter.current)
  }, [isWaiting, state, formId])

  return isWaiting && state === 'sending'
}
