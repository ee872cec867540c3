import type { FieldMetadata } from '@conform-to/react'
import { InlineList } from './inline-list.tsx'
import { HiddenField, TextField } from '#app/editing/fields/text-fields.tsx'

interface Fact {
  _id: string
  name: string
  text: string
}

/** Facts that visitors look up: each a name, and one line for it. */
export function FactList({ list }: { list: FieldMetadata<Fact[]> }) {
  return (
    <InlineList list={list} noun="fact">
      {(fact) => {
        const { _id, name, text } = fact.getFieldset()
        return (
          <>
            <HiddenField field={_id} />
            <TextField field={name} label="Name" />
            <TextField field={text} label="Text" />
          </>
        )
      }}
    </InlineList>
  )
}
