import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { DocumentFields } from '#app/sections/reports/document-fields.tsx'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { FieldGroup } from '#app/editing/fields/field-groups.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { HiddenField, TextField } from '#app/editing/fields/text-fields.tsx'
import type { Management } from './management.ts'

/** Fields of the board of directors and its committees. */
export function ManagementEditor() {
  const fields = useFormMetadata<Management>().getFieldset()
  return (
    <>
      <FieldGroup legend="Board of directors" note="In this order">
        <EntryList
          list={fields.directors}
          noun="director"
          summarise={(director) => {
            const { name, title, image } = director.getFieldset()
            return { title: name.value, note: title.value ?? '', image: image.value ?? '' }
          }}
        >
          {(director) => <DirectorFields director={director} />}
        </EntryList>
      </FieldGroup>
      <FieldGroup legend="Committees" note="The document below the board">
        <DocumentFields fields={fields.committees.getFieldset()} />
      </FieldGroup>
    </>
  )
}

function DirectorFields({ director }: { director: FieldMetadata<Management['directors'][number]> }) {
  const { _id, name, title, image } = director.getFieldset()
  return (
    <>
      <HiddenField field={_id} />
      <div className="two">
        <TextField field={name} label="Name" />
        <TextField field={title} label="Title" help="Such as Independent Director, chair of the Audit Committee" />
      </div>
      <ImageField field={image} label={`portrait of ${name.value ?? 'the new director'}`} />
    </>
  )
}
