import type { FieldMetadata } from '@conform-to/react'
import { EntryList } from '#app/editing/lists/entry-list.tsx'
import { ImageField } from '#app/editing/files/image-field.tsx'
import { HiddenField, TextAreaField, TextField } from '#app/editing/fields/text-fields.tsx'
import type { Leader } from './about.ts'

/** Who leads the company. */
export function LeaderList({ list }: { list: FieldMetadata<Leader[]> }) {
  return (
    <EntryList
      list={list}
      noun="leader"
      empty="No leader yet. The page then leaves this part out."
      summarise={(leader) => {
        const { name, role, image } = leader.getFieldset()
        return { title: name.value, note: role.value ?? '', image: image.value ?? '' }
      }}
    >
      {(leader) => {
        const { _id, name, role, image, text } = leader.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <div className="two">
              <TextField field={name} label="Name" />
              <TextField field={role} label="Role" />
            </div>
            <ImageField field={image} label={`portrait of ${name.value ?? 'the new leader'}`} optional={false} />
            <TextAreaField field={text} label="Text" help="What they have done, and what they answer for" />
          </>
        )
      }}
    </EntryList>
  )
}
