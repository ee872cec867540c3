import { data } from '@remix-run/node'
import { parse } from '@conform-to/react'
import { parseWithZod } from '@conform-to/zod/v4'
import type { z } from 'zod'
import { partOfForm } from '#app/cms/editing/lists/form-part.ts'
import type { PastedTable } from '#app/cms/editing/lists/pasted-table.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { formFields } from '#app/cms/admin/editor/form-fields.ts'
import { asTyped } from '#app/cms/admin/editor/edit-reply.server.ts'
import type { PostedEdit, PostedPaste } from '#app/cms/admin/editor/posted-edit.server.ts'
import { columnsOfTable, fromHeadings, listNode, pasteColumns } from './paste-columns.server.ts'
import { lengthProblems, pasteRows } from './pasted-rows.server.ts'
import { readTable } from './read-table.server.ts'

/** How many problems are listed. */
const MAX_PROBLEMS = 20

/**
 * The response to a table that was pasted into a list of the form: the form as it was typed, and what the rows would
 * change. With `isTaken` the rows are in the form, if nothing is wrong with them. Nothing is saved.
 */
export function pasteEdit(posted: PostedEdit, schema: z.ZodObject, paste: PostedPaste) {
  const { table, entries, brought } = comparePaste(posted, schema, paste)
  const isTaken = paste.isTaken && entries !== undefined
  if (isTaken) replaceList(posted.content, paste.list, entries)
  if (isTaken && brought) replaceList(posted.content, brought.list, brought.entries)
  const typed = asTyped(posted, schema, parseWithZod(posted.content, { schema }).reply())
  const { initialValue = null } = typed.result
  const reply: SaveReply = {
    ...typed,
    // Without the names of its fields: a form that knows them shows the errors of all as soon as the rows are taken.
    result: { initialValue, error: posted.fileErrors },
    version: posted.version,
    pasted: isTaken
      ? {
          ...table,
          taken: table.rows.length,
          lists: [...(brought ? [brought.list] : []), paste.list].map((name) => ({
            name,
            entries: partOfForm(initialValue, name),
          })),
        }
      : table,
  }
  return data(reply)
}

/** What a pasted table would change, and the entries that the list would then have; undefined if they cannot be taken. */
function comparePaste(
  { content, conflict }: PostedEdit,
  schema: z.ZodObject,
  { list, text, removesOthers, leavesOut }: PostedPaste,
) {
  const node = listNode(schema, list)
  if (!node) throw new Response('The form has no such list.', { status: 400 })
  const { payload } = parse(content, { resolve: (value) => ({ value }) })
  const found = partOfForm(payload, list)
  const before: unknown[] = Array.isArray(found) ? found : []
  const read = readTable(text)
  const [naming] = pasteColumns(node, payload)
  const { rows, above } = fromHeadings('problem' in read ? [] : read.rows, naming?.label ?? '')
  const brought = columnsOfTable(schema, node, payload, rows)
  const columns = pasteColumns(node, brought ? { ...payload, [brought.list]: brought.entries } : payload)
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
    problems: [],
  }
  if (conflict) return { table: { ...table, problems: [DECIDE_FIRST] } }
  if (text.trim() === '') return { table: { ...table, isEmpty: true as const } }
  if ('problem' in read) return { table: { ...table, problems: [read.problem] } }
  const { entries, ...compared } = pasteRows({ list: node, columns, rows, before, removesOthers, leavesOut })
  const heads = brought && listNode(schema, brought.list)
  const wide = heads ? lengthProblems(heads, brought.entries) : []
  const problems = shortened(wide.length > 0 ? wide.map(leaveOutColumns) : compared.problems)
  return { table: { ...table, ...compared, problems }, entries: problems.length === 0 ? entries : undefined, brought }
}

function leaveOutColumns(problem: string) {
  return `${problem}. Leave the other columns out of the table`
}

const DECIDE_FIRST = 'Decide first which version to keep where the changes do not fit together. Then paste the table'

function shortened(problems: readonly string[]) {
  const more = problems.length - MAX_PROBLEMS
  return more > 0 ? [...problems.slice(0, MAX_PROBLEMS), `${more} more cells need a correction`] : [...problems]
}

/** Replaces the fields of a list in a form. */
function replaceList(content: FormData, list: string, entries: readonly unknown[]) {
  for (const name of [...content.keys()]) if (name.startsWith(`${list}[`)) content.delete(name)
  for (const [name, value] of formFields(entries, list)) content.append(name, value)
}
