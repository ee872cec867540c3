import type { FieldMetadata } from '@conform-to/react'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import type { FileKind } from '#app/cms/define/upload-kind.ts'
import { FILE_KINDS, contentValueOf, kindOfName, type LibraryFile } from '#app/cms/media/library/library-file.ts'
import { useStoredFiles } from './stored-files.tsx'
import { useReportedFailure } from '#app/cms/editing/form/failed-uploads.tsx'
import { useUpload, type UploadProgress } from './uploads.ts'
import { isListChange } from '#app/cms/platform/http/form-envelope.ts'

/**
 * The state of a file field while it is edited: its `value`, '' for no file, and the `upload` that will change it. With
 * JavaScript a file is uploaded as soon as it is chosen, so that the form contains only names.
 */
export function useFileChoice(field: FieldMetadata<string>, accepts: FileKind | readonly FileKind[]) {
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
  const kind = typeof accepts === 'string' ? accepts : kindOfName(accepts, uploading.upload?.name ?? '')
  useAnnounced(valueRef, isSending ? SENDING : value)
  const { upload } = uploading
  const noteHeldBack = useReportedFailure(field.name, upload?.state === 'failed' ? upload.problem : undefined)
  const onRefused = useCallback(() => {
    setRefusals((count) => count + 1)
    noteHeldBack()
  }, [noteHeldBack])
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
      failedWords: kind === undefined ? 'File upload failed' : FILE_KINDS[kind].failed,
      isSaveWaiting,
      refusals,
      onCancel: uploading.cancel,
      onRetry: uploading.retry,
    },
    valueRef,
    fileRef,
    beginUpload: uploading.begin,
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

/** Uploads a file that was chosen before hydration: its input is no longer sent with the form. */
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

/** A value set by code fires no input event, on which the form's state depends: this fires one. */
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
 * Holds back saves of the form with the id `formId` while an upload is about to replace one of its files. A save waits
 * for a running upload. After a failed upload, a save is refused and `onRefused` is called, also one that has waited,
 * until the upload is retried or cancelled. Returns true while a save waits.
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
      // Stops the event before the form's own handlers and those of other uploads: each upload holds the save in turn.
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
    if (state === 'failed') onRefused()
  }, [isWaiting, state, formId, onRefused])

  return isWaiting && state === 'sending'
}
