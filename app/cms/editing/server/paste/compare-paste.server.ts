import { parse } from '@conform-to/react'
import type { z } from 'zod'
import { partOfForm } from '#app/cms/editing/lists/form-part.ts'
import type { PastedTable } from '#app/cms/editing/lists/pasted-table.ts'
import type { PostedEdit, PostedPaste } from '#app/cms/editing/server/posted-edit.server.ts'
import { fromHeadings, listNode, pasteColumns } from './paste-columns.server.ts'
import { pasteRows } from './pasted-rows.server.ts'
import { readTable } from './read-table.server.ts'

/** How many problems are listed. */
const MAX_PROBLEMS = 20

/**
 * What a pasted table would change, and the entries that the list would then have; undefined if they cannot be taken.
 * Returns undefined if the form has no such list.
 */
export function comparePaste(
  { content, conflict }: Pick<PostedEdit, 'content' | 'conflict'>,
  schema: z.ZodObject,
  { list, text, removesOthers, leavesOut }: PostedPaste,
) {
  const node = listNode(schema, list)
  if (!node) return undefined
  const { payload } = parse(content, { resolve: (value) => ({ value }) })
  const found = partOfForm(payload, list)
  const before: unknown[] = Array.isArray(found) ? found : []
  const read = readTable(text)
  const columns = pasteColumns(node)
  const { rows, above } = fromHeadings('problem' in read ? [] : read.rows, columns[0]?.label ?? '')
  const table: PastedTable = {
    list,
    text,
    removesOthers,
    leavesOut,
    unknown: [],
    above,
    columns: columns.map(({ label }) => label),
    rows: [],
    others: before.length,
    decimalCommas: [],
    problems: [],
  }
  if (conflict) return { table: { ...table, problems: [DECIDE_FIRST] } }
  if (text.trim() === '') return { table: { ...table, isEmpty: true as const } }
  if ('problem' in read) return { table: { ...table, problems: [read.problem] } }
  const { entries, ...compared } = pasteRows({ list: node, columns, rows, before, removesOthers, leavesOut })
  const problems = shortened(compared.problems)
  const decimalCommas = compared.rows
    .filter(({ state }) => state !== 'unchanged')
    .flatMap(({ cells }) => cells.map(({ text: cell }) => cell))
    .filter((cell) => DECIMAL_COMMA.test(cell))
  return {
    table: { ...table, ...compared, decimalCommas, problems },
    entries: problems.length === 0 ? entries : undefined,
  }
}

/** A number such as `0,95` or `1,8 to 2`, and not one with separated thousands. */
const DECIMAL_COMMA = /^[^\p{L}\d]*(?:0,\d+|\d+,(?:\d{1,2}|\d{4,}))(?![\d,.])/u

const DECIDE_FIRST = 'Decide first which version to keep where the changes do not fit together. Then paste the table'

function shortened(problems: readonly string[]) {
  const more = problems.length - MAX_PROBLEMS
  return more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `${more} more cells need a correction`] : [...problems]
}
