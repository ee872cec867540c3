import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import type { ContentOf } from '#app/cms/define/define-section.ts'
import { EntryList } from '#app/cms/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { ImageField } from '#app/cms/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import { uploadNameOf, newEntryId } from '#app/cms/platform/http/form-envelope.ts'
import { useStoredFiles } from '#app/cms/editing/files/stored-files.tsx'
import { queueProgress, UploadQueueStatus } from '#app/cms/editing/files/upload-status.tsx'
import { useSaveAfterUpload } from '#app/cms/editing/files/use-file-choice.ts'
import { useUploadQueue } from '#app/cms/editing/files/upload-queue.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import type { gallery, GalleryItem } from './gallery.ts'
import { addedPictureField, titleOf } from './added-pictures.ts'

export const handle: EditorHandle = { schema: async () => (await import('./gallery.ts')).gallery.schema }

export default function GalleryEditor() {
  const fields = useFormMetadata<ContentOf<typeof gallery>>().getFieldset()
  return (
    <>
      <FieldGroup legend="Top of the page">
        <TextField field={fields.title} />
        <TextAreaField field={fields.description} rows={2} optional />
      </FieldGroup>
      <FieldGroup legend="Pictures" note="Shown in this order, the first one large">
        <AddPictures items={fields.items} />
        <EntryList
          list={fields.items}
          noun="picture"
          empty="No pictures yet. Visitors see “No gallery items found.”"
          summarise={(item) => {
            const { title, description, imageUrl } = item.getFieldset()
            return { title: title.value, note: description.value ?? '', image: imageUrl.value ?? '' }
          }}
        >
          {(item) => <PictureFields item={item} />}
        </EntryList>
      </FieldGroup>
    </>
  )
}

function PictureFields({ item }: { item: FieldMetadata<GalleryItem> }) {
  const { _id, title, description, imageUrl } = item.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <ImageField field={imageUrl} label={`picture ${title.value ?? 'to be added'}`} optional={false} />
      <TextField field={title} help="Shown below the picture. Screen readers read it instead of the picture" />
      <TextAreaField field={description} rows={2} optional />
    </>
  )
}

/**
 * Adds several pictures at once, each as its own entry. With JavaScript a file is uploaded when it is chosen, and its
 * entry appears when it is stored. Without, the files are sent with the form, and the response has their entries.
 */
function AddPictures({ items }: { items: FieldMetadata<GalleryItem[]> }) {
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
        <button className="btn add" name="intent" value={contentIntents.preview} formNoValidate>
          Add to list
        </button>
      )}
      <p className="field__help">You can choose several pictures. Their titles come from the file names.</p>
      <UploadQueueStatus id={id} queue={queue} isSaveWaiting={isSaveWaiting} />
    </div>
  )
}

/** Calls `act` once, after hydration: files chosen before it are in an input that is no longer sent with the form. */
function useOnceMounted(act: () => void) {
  const first = useRef(act)
  useEffect(() => {
    first.current()
  }, [])
}

const IMAGE = { accepts: 'image' } as const

function noRefusal() {
  // Refused pictures are in no field, so they do not block a save.
}
