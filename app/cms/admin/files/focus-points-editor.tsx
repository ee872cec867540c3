import { useFormMetadata } from '@conform-to/react'
import { Link, useLoaderData } from '@remix-run/react'
import { FieldGroup } from '#app/cms/editing/fields/field-groups.tsx'
import { HiddenField, SelectField, TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { StoredFilesProvider, Thumbnail } from '#app/cms/editing/files/stored-files.tsx'
import type { EditorHandle } from '#app/cms/editing/form/content-form.tsx'
import { ListError, MoveButtons, RemoveButton } from '#app/cms/editing/lists/list-controls.tsx'
import { adminLoader } from '#app/cms/guard.server.ts'
import { FOCUS_LABELS, FOCUS_POSITIONS } from '#app/cms/media/focus/focus-positions.ts'
import { pictureName, type FocusPoint } from '#app/cms/media/focus/focus-points.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { rowId } from '#app/cms/editing/ui/focus.ts'
import { FILES_PAGE, focusHref } from './files-address.ts'

/** The pictures that exist, for the thumbnails. */
export const loader = adminLoader('editor', () => ({
  images: currentSite()
    .media.forStaff.library.list()
    .map(({ file, width, height, bytes }) => ({ file, width, height, bytes })),
}))

export const handle: EditorHandle = {
  schema: async () => (await import('#app/cms/media/focus/focus-points.ts')).focusPoints.schema,
}

const OPTIONS = [
  { value: '', label: 'None' },
  ...FOCUS_POSITIONS.map((value) => ({ value, label: FOCUS_LABELS[value] })),
]

/** All focus points, to change or remove them. A new one is set at its picture. */
export default function FocusPointsEditor() {
  const { images } = useLoaderData<typeof loader>()
  const { points } = useFormMetadata<{ points: FocusPoint[] }>().getFieldset()
  const entries = points.getFieldList()
  const files = new Map(images.map(({ file }) => [pictureName(file), file]))
  return (
    <FieldGroup
      legend="Focus points and notes"
      note="The part of a picture that stays visible when a page crops it, and what visitors read on it"
    >
      <ListError field={points} />
      {entries.length === 0 && <p className="items__empty">No focus points yet</p>}
      <StoredFilesProvider images={images}>
        <ol className="items">
          {entries.map((entry, index) => {
            const { picture, place, note } = entry.getFieldset()
            const name = picture.initialValue ?? ''
            const file = files.get(name)
            return (
              <li className="item item--plain" id={rowId(entry.id)} key={entry.key ?? entry.name}>
                {file !== undefined && <Thumbnail className="item__thumb" file={file} width={96} />}
                <div className="item__fields" role="group" aria-label={name}>
                  <p>{file === undefined ? `${name} (no such picture)` : <Link to={focusHref(file)}>{file}</Link>}</p>
                  <HiddenField field={picture} />
                  <SelectField field={place} options={OPTIONS} />
                  <TextField field={note} optional />
                </div>
                <MoveButtons list={points.name} index={index} count={entries.length} title={name}>
                  <RemoveButton list={points.name} index={index}>
                    {`Remove the focus point of ${name}`}
                  </RemoveButton>
                </MoveButtons>
              </li>
            )
          })}
        </ol>
      </StoredFilesProvider>
      <p className="field__help">
        To set that of a picture, choose “Focus point” at the picture in <Link to={FILES_PAGE}>Files</Link> or in an
        editor.
      </p>
    </FieldGroup>
  )
}
