import type { FieldMetadata } from '@conform-to/react'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { FILE_KINDS, type FileKind, contentValueOf, type LibraryFile } from '#app/media/library/library-file.ts'
import { useStoredFiles } from './stored-files.tsx'
import { useUpload, type UploadProgress } from './uploads.ts'
import { isListChange } from '#app/http/form-envelope.ts'

/**
 * What a field of a stored file holds while it is edited: its `value`, '' for none, and the `upload` that will change it. With
 * a script a file is sent as soon as it is chosen, so that the form carries names only.
 */
export function useFileChoice(field: FieldMetadata<string>, accepts: FileKind) {
  const [value, setValue] = useState(field.initialValue ?? '')
  const [refusals, setRefusals] = useState(0)
  const { remember, folderOf } = useStoredFiles()
  const valueRef = useRef<HTMLInputElement>(null)
  const fileRef = useRef<HTMLInputElement>(null)

  const choose = (file: LibraryFile) => {
    remember(file)
    setValue(contentValueOf(file))
  }
  const uploading = useUpload({ target: { accepts, folder: folderOf(field.name) }, onStored: choose })
  const isSending = uploading.upload?.state === 'sending'
  useAnnounced(valueRef, isSending ? SENDING : value)
  const onRefused = useCallback(() => {
    setRefusals((count) => count + 1)
  }, [])
  const isSaveWaiting = useSaveAfterUpload(field.formId, uploading.upload, onRefused)
  useFileChosenEarly(fileRef, uploading.begin)

  return {
    value,
    setValue,
    upload: uploading.upload,
    isSending,
    /** For UploadStatus. */
    status: {
      upload: uploading.upload,
      failedWords: FILE_KINDS[accepts].failed,
      isSaveWaiting,
      refusals,
      onCancel: uploading.cancel,
      onRetry: uploading.retry,
    },
    valueRef,
    fileRef,
    beginUpload: uploading.begin,
    /** Takes a file that is stored already. */
    choose: (file: LibraryFile) => {
      uploading.cancel()
      choose(file)
    },
    clear: () => {
      uploading.cancel()
      setValue('')
    },
  }
}

/** A file that was picked before the script ran is still in its input, which no longer goes along with the form. */
function useFileChosenEarly(ref: RefObject<HTMLInputElement>, begin: (file: File) => void) {
  const beginFirst = useRef(begin)
  useEffect(() => {
    const input = ref.current
    const file = input?.files?.[0]
    if (!input || !file) return
    input.value = ''
    beginFirst.current(file)
  }, [ref])
}

/** A value set by script raises no event; the form's state listens for one. */
function useAnnounced(ref: RefObject<HTMLInputElement>, state: string) {
  const announced = useRef(state)
  useEffect(() => {
    if (announced.current === state) return
    announced.current = state
    ref.current?.dispatchEvent(new Event('input', { bubbles: true }))
  }, [ref, state])
}

const SENDING = '\0sending'

/**
 * Keeps the form with this `id` from being saved with the file that an upload is about to replace: while one runs, a save
 * waits for it; where one has failed, the save is refused until it is sent again or given up, and `onRefused` is called.
 * Returns whether a save waits.
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
