import type { FieldMetadata } from '@conform-to/react'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import { TableList } from '#app/cms/editing/lists/table-list.tsx'

/** Facts on how something is processed and packed, each with its name. */
export function FactList({ list, max }: { list: FieldMetadata<{ name: string; text: string }[]>; max: number }) {
  return (
    <TableList list={list} noun="fact" max={max} pastes>
      {(entry) => {
        const { name, text } = entry.getFieldset()
        return [<TextField key="name" field={name} />, <TextField key="text" field={text} />]
      }}
    </TableList>
  )
}
