import { useEffect, useRef } from 'react'

/**
 * Keeps the focus in a list whose entries are added and removed by its buttons: at the first field of a new entry; at the
 * entry that follows a removed one, else the one before it, else the button that adds (`addRef`). `keys` are those of the
 * entries in their order: the children of the element that gets `listRef`, after the first `offset` ones.
 */
export function useListFocus<List extends HTMLElement>(keys: readonly (string | undefined)[], offset = 0) {
  const listRef = useRef<List>(null)
  const addRef = useRef<HTMLButtonElement>(null)
  const known = useRef(keys)
  useEffect(() => {
    const before = known.current
    known.current = keys
    const change = keys.length - before.length
    if (Math.abs(change) !== 1) return
    const [longer, shorter] = change > 0 ? [keys, before] : [before, keys]
    const at = longer.findIndex((key, index) => key !== shorter[index])
    const entries = [...(listRef.current?.children ?? [])].slice(offset)
    if (change > 0) {
      // Entries also come from elsewhere: from an answer, or with pictures that were chosen.
      if (document.activeElement?.matches('[name="__intent__"]'))
        entries[at]?.querySelector<HTMLElement>(FIELDS)?.focus()
    } else if (document.activeElement === document.body) {
      const isShown = (entry: Element) => !entry.matches('[hidden]')
      const next = entries.slice(at).find(isShown) ?? entries.slice(0, at).findLast(isShown)
      const target = next ? handleOf(next) : addRef.current
      target?.focus()
    }
  })
  return { listRef, addRef }
}

const BUTTONS = '[name="__intent__"]:enabled'
const FIELDS = 'input:not([type="hidden"]), textarea, select'

/** What an entry is worked with from outside: the row that opens, else the button that removes it. */
function handleOf(entry: Element) {
  return entry.querySelector<HTMLElement>('summary') ?? [...entry.querySelectorAll<HTMLElement>(BUTTONS)].at(-1)
}
