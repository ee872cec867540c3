import { createContext, useContext } from 'react'
import { wordsOf } from '#app/cms/content/compare/content-words.ts'
import type { FieldLabels } from '#app/cms/define/walk-schema.ts'

/** The labels of the form's fields, from the schema of its content. */
export const FieldLabelsContext = createContext<FieldLabels>({})

/** The name of the group around a field. */
export const LegendContext = createContext('')

/** The label of a field by the schema. `name` is its name in the form, such as `rows[0].name`. */
export function useFieldLabel(name: string): string {
  const labels = useContext(FieldLabelsContext)
  return labels[name.replace(/\[\d+\]/g, '[]')] ?? wordsOf(name.slice(name.lastIndexOf('.') + 1))
}
