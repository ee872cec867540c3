import type { FieldMetadata } from '@conform-to/react'
import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { FILE_KINDS, type FileKind } from '#app/media/library/file-kinds.ts'
import { contentValueOf, type LibraryFile } from '#app/media/library/library-file.ts'
import { useStoredFiles } from './stored-files.tsx'
import { useSaveAfterUpload } from './use-save-after-upload.ts'
import { useUpload } from './use-upload.ts'

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
