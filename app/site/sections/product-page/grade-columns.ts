import '#app/cms/define/zod-without-eval.ts'
import { z } from 'zod'
import type { PostedFields } from '#app/cms/define/define-section.ts'

/** The removal or move of a property of the grade table; column indexes start at 0. */
export type ColumnChange = z.output<typeof columnChange>

const columnChange = z.discriminatedUnion('type', [
  z.object({ type: z.literal('remove'), index: z.int() }),
  z.object({ type: z.literal('reorder'), from: z.int(), to: z.int() }),
])

/** Index of a column after the change; undefined for the removed column. */
export function columnAfter(column: number, change: ColumnChange): number | undefined {
  if (change.type === 'remove') {
    if (column === change.index) return undefined
    return column > change.index ? column - 1 : column
  }
  const { from, to } = change
  if (column === from) return to
  if (from < column && column <= to) return column - 1
  return to <= column && column < from ? column + 1 : column
}

/**
 * A list button changes only its own list. If a button of the properties was pressed without JavaScript, this moves the
 * values of each grade with their property.
 */
export function moveValuesWithProperties({ content, fileErrors }: PostedFields): PostedFields {
  const change = changeOf(content.get('__intent__'))
  if (!change) return { content, fileErrors }
  const moved = new FormData()
  for (const [name, value] of content) {
    const [, values, column] = VALUE_NAME.exec(name) ?? []
    if (values === undefined) {
      moved.append(name, value)
      continue
    }
    const next = columnAfter(Number(column), change)
    if (next !== undefined) moved.append(`${values}[${next}]`, value)
  }
  return { content: moved, fileErrors }
}

const VALUE_NAME = /^(grades\[\d+\]\.values)\[(\d+)\]$/

/** Parses the value that conform's list buttons post: it was checked to be JSON when the form was received. */
function changeOf(intent: FormDataEntryValue | null): ColumnChange | undefined {
  if (typeof intent !== 'string') return undefined
  const { data } = propertyIntent.safeParse(JSON.parse(intent))
  return data && columnChange.safeParse({ type: data.type, ...data.payload }).data
}

const propertyIntent = z.object({
  type: z.string(),
  payload: z.looseObject({ name: z.literal('properties') }),
})
