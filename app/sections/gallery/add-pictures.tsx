import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { FILE_KINDS } from '#app/media/library/file-kinds.ts'
import { uploadNameOf, newEntryId } from '#app/http/form-envelope.ts'
import { useStoredFiles } from '#app/editing/files/stored-files.tsx'
import { queueProgress, UploadQueueStatus } from '#app/editing/files/upload-status.tsx'
import { useSaveAfterUpload } from '#app/editing/files/use-file-choice.ts'
import { useUploadQueue } from '#app/editing/files/uploads.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { addedPictureField, titleOf } from './added-pictures.ts'
import type { GalleryItem } from './gallery.ts'

/**
 * Several pictures at once, each as an entry of its own. With a script a file is sent as soon as it is chosen, and its entry
 * appears when it is there; without one the files go along with the form, which comes back with their entries.
 */
export function AddPictures({ items }: { items: FieldMetadata<GalleryItem[]> }) {
  const form = useFormMetadata()
  const { remember } = useStoredFiles()
  const queue = useUploadQueue(IMAGE, (stored, name) => {
    remember(stored)
    form.insert({
      name: items.name,
      defaultValue: { _id: newEntryId(), title: titleOf(name), imageUrl: stored.file },
    })
  })
  const isSaveWaiting = useSaveAfterUpload(items.formId, queueProgress(queue), noRefusal)
  const isHydrated = useHydrated()
  const inputRef = useRef<HTMLInputElement>(null)
  const sendChosen = () => {
    const input = inputRef.current
    if (!input?.files?.length) return
    queue.send([...input.files])
    input.value = ''
  }
  useOnceMounted(sendChosen)
  const id = `${items.id}-add`
  const uploadName = uploadNameOf(addedPictureField(items.getFieldList().length))
  return (
    <div className="field">
      <label className="btn filebtn add" htmlFor={id}>
        <Icon name="plus" />
        Add pictures
        <input
          id={id}
          ref={inputRef}
          type="file"
          name={isHydrated ? undefined : uploadName}
          form={items.formId}
          accept={FILE_KINDS.image.accept}
          multiple
          disabled={queue.sending !== undefined}
          onChange={sendChosen}
        />
      </label>
      {!isHydrated && (
        <button className="btn add" name="intent" value="preview" formNoValidate>
          Show them in the list
        </button>
      )}
      <p className="field__help">Several at once. Their titles are made from the file names.</p>
      <UploadQueueStatus id={id} queue={queue} isSaveWaiting={isSaveWaiting} />
    </div>
  )
}

/** Files that were picked before the script ran are still in their input, which no longer goes along with the form. */
function useOnceMounted(act: () => void) {
  const first = useRef(act)
  useEffect(() => {
    first.current()
  }, [])
}

const IMAGE = { accepts: 'image' } as const

function noRefusal() {
  // Pictures that were refused stand in no field, so they hold up no save.
}
