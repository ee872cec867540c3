import type { User } from '#app/cms/people/guard/user.ts'
import type { CollectionDefinition } from '#app/cms/define/define-collection.ts'
import type { EntryOrder } from '#app/cms/define/entry-order.ts'
import { orderOfAll } from '#app/cms/define/in-entry-order.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

const ORDER_CHANGED = 'Order changed'

/** Marks the edit of an order among those that the list can undo. */
const OF_ORDER = 'order:'

/**
 * Moves an entry of a list: `to` is its key and its new index, from 0, or `key` and `position` say it, from 1. Resolves
 * with what is told about it.
 */
export async function moveEntry(
  collection: CollectionDefinition,
  fields: Readonly<Record<string, unknown>>,
  author: User,
) {
  const { content, approvals } = currentSite()
  const { orderSection } = collection
  const [, key, index] = /^([a-z0-9-]+):(\d{1,6})$/.exec(destinationOf(fields)) ?? []
  if (!orderSection || key === undefined) throw unknownIntent()
  if (!hasRole(author.role, 'publisher') || approvals.isNeeded(orderSection))
    return { kind: 'failure' as const, message: 'You can save another order as a draft. Nothing was changed.' }
  const { historyEntry } = await content.update(orderSection, {
    author,
    reason: ORDER_CHANGED,
    expectedVersion: textOf(fields['version']),
    change: (stored) => {
      const { keys } = orderOfAll(collection, content, stored) as EntryOrder
      const others = keys.filter((one) => one !== key)
      return keys.length === others.length ? stored : { keys: others.toSpliced(Number(index), 0, key) }
    },
  })
  const undo = historyEntry !== undefined && {
    undo: { address: `/admin/${collection.id}`, entry: OF_ORDER + historyEntry },
  }
  return { kind: 'success' as const, message: ORDER_CHANGED, ...undo }
}

function destinationOf({ to, key, position }: Readonly<Record<string, unknown>>) {
  if (to !== undefined) return textOf(to)
  const index = Math.max(1, Math.trunc(Number(textOf(position)))) - 1
  if (Number.isNaN(index)) throw new ExpectedError(422, 'Enter the new position as a number. Nothing was changed.')
  return `${textOf(key)}:${Math.min(index, MAX_INDEX)}`
}

/** Far beyond the last entry: the place after it. */
const MAX_INDEX = 99_999

/** The history entry of the order that an undo button of the list names; undefined if it undoes something else. */
export function moveToUndo(posted: string): string | undefined {
  return posted.startsWith(OF_ORDER) ? posted.slice(OF_ORDER.length) : undefined
}
