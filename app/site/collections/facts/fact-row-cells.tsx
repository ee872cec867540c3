import type { FieldMetadata } from '@conform-to/react'
import { ReferenceField } from '#app/cms/editing/fields/reference-field.tsx'
import { TextField } from '#app/cms/editing/fields/text-fields.tsx'
import type { TableCell } from '#app/cms/editing/lists/table-list.tsx'
import { companyFacts } from './facts-of-company.ts'

interface FactRow {
  fact: FieldMetadata<string>
  name: FieldMetadata<string>
  /** The text of a row that shows no company fact. */
  own: FieldMetadata<string>
}

/** The fields of a row that shows a company fact, or a name with a text of its own. */
export function factRowCells({ fact, name, own }: FactRow): TableCell[] {
  return [
    <ReferenceField key="fact" field={fact} collection={companyFacts.id} optional none="None (own text)" />,
    <TextField key="name" field={name} optional help="Empty: the name of the fact" />,
    <TextField key="own" field={own} optional help="Only if no fact is chosen" />,
  ]
}
