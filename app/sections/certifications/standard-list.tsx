import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import type { Standard } from './certifications.ts'

/** The standards that the company is certified to. */
export function StandardList({ list }: { list: FieldMetadata<Standard[]> }) {
  return (
    <EntryList
      list={list}
      noun="standard"
      empty="No standard yet. The page then leaves this part out."
      summarise={(standard) => {
        const { name, subject, badge } = standard.getFieldset()
        return { title: name.value, note: subject.value ?? '', image: badge.value ?? '' }
      }}
    >
      {(standard) => {
        const { _id, name, subject, badge, badgeAlt, meaning, covers } = standard.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <div className="two">
              <TextField field={name} label="Name" help="Such as ISO 9001" />
              <TextField field={subject} label="Subject" help="What it is about, below the name" />
            </div>
            <ImageField
              field={badge}
              alt={badgeAlt}
              label={`badge of ${name.value ?? 'the standard'}`}
              optional={false}
            />
            <TextAreaField field={meaning} label="What it asks" />
            <TextAreaField field={covers} label="What it covers" help="Which products and places it holds for" />
          </>
        )
      }}
    </EntryList>
  )
}
