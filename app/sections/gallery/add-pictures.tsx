import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { FILE_KINDS } from '#app/ui/admin/file-kinds.ts'
import { uploadNameOf } from '#app/ui/admin/form-envelope.ts'
import { useStoredFiles } from '#app/ui/admin/stored-files.tsx'
import { queueProgress, UploadQueueStatus } from '#app/ui/admin/upload-queue-status.tsx'
import { useSaveAfterUpload } from '#app/ui/admin/use-save-after-upload.ts'
import { useUploadQueue } from '#app/ui/admin/use-upload-queue.ts'
import { Icon } from '#app/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { addedPictureField, titleOf } from './added-pictures.ts'
import type { GalleryItem } from './gallery.ts'

/** Several pictures at once, each as an entry of its own. */
export function AddPictures({ items }: { items: FieldMetadata<GalleryItem[]> }) {
  return useHydrated() ? <AddPicturesAtOnce items={items} /> : <AddPicturesByForm items={items} />
}

/** Without a script: the files go along with the form, which comes back with their entries. */
function AddPicturesByForm({ items }: { items: FieldMetadata<GalleryItem[]> }) {
  const id = `${items.id}-add`
  const field = addedPictureField(items.getFieldList().length)
  return (
    <div className="field">
      <label htmlFor={id}>Add pictures</label>
      <input
        id={id}
        type="file"
        name={uploadNameOf(field)}
        form={items.formId}
        accept={FILE_KINDS.image.accept}
        multiple
      />
      <p className="field__help">Several at once, up to 60 MB together. Their titles are made from the file names.</p>
      <button className="btn add" name="intent" value="preview" formNoValidate>
        <Icon name="plus" />
        Add pictures
      </button>
    </div>
  )
}

/** With one: each file is sent as soon as it is chosen, and its entry appears when it is there. */
function AddPicturesAtOnce({ items }: { items: FieldMetadata<GalleryItem[]> }) {
  const form = useFormMetadata()
  const { remember } = useStoredFiles()
  const queue = useUploadQueue(IMAGE, (stored, name) => {
    remember(stored)
    form.insert({ name: items.name, defaultValue: { title: titleOf(name), imageUrl: stored.file } })
  })
  const isSaveWaiting = useSaveAfterUpload(items.formId, queueProgress(queue), noRefusal)
  const id = `${items.id}-add`
  return (
    <div className="field">
      <label className="btn filebtn add" htmlFor={id}>
        <Icon name="plus" />
        Add pictures
        <input
          id={id}
          type="file"
          accept={FILE_KINDS.image.accept}
          multiple
          disabled={queue.sending !== undefined}
          onChange={({ currentTarget: input }) => {
            queue.send([...(input.files ?? [])])
            input.value = ''
          }}
        />
      </label>
      <p className="field__help">Several at once. Their titles are made from the file names.</p>
      <UploadQueueStatus id={id} queue={queue} isSaveWaiting={isSaveWaiting} />
    </div>
  )
}

const IMAGE = { accepts: 'image' } as const

function noRefusal() {
  // Pictures that were refused stand in no field, so they hold up no save.
}
