import { z } from 'zod'
import { asRecord, listAt, titleOf } from '#app/cms/content/compare/content-words.ts'
import { walkSchema, type SchemaNode } from '#app/cms/define/walk-schema.ts'

/** A column of the table that can be pasted into a list. */
export interface PasteColumn {
  label: string
  /** The field of an entry, and the index in it if the field is a row of cells. */
  field: string
  index?: number
  /** True for a field that is ticked or not. */
  isTicked: boolean
}

/** The schema of a list in the schema of a form; undefined if there is none with this name. */
export function listNode(schema: z.ZodType, name: string): SchemaNode | undefined {
  let node: SchemaNode | undefined = walkSchema(schema)
  for (const [step] of name.matchAll(/[^.[\]]+/g)) node = /^\d+$/.test(step) ? node?.element : node?.fields.get(step)
  return node?.element && node.element.fields.size > 0 ? node : undefined
}

/**
 * The columns of a list: the texts, numbers and ticks of its entries, in the order of the schema. A row of cells has a
 * column for each entry of the list that they belong to, as it is in the form.
 */
export function pasteColumns({ element }: SchemaNode, form: unknown): PasteColumn[] {
  return [...(element?.fields ?? [])].flatMap(([field, node]): PasteColumn[] => {
    const { label = field, inner, upload, columns } = node
    if (columns) {
      const heads = listAt(asRecord(form), columns.of)
      return heads.map((head, index) => ({
        label: titleOf(head) ?? `${label} ${index + 1}`,
        field,
        index,
        isTicked: false,
      }))
    }
    const isText = inner instanceof z.ZodString || inner instanceof z.ZodNumber || inner instanceof z.ZodEnum
    const isTicked = inner instanceof z.ZodBoolean
    return field === '_id' || upload || !(isText || isTicked) ? [] : [{ label, field, isTicked }]
  })
}
