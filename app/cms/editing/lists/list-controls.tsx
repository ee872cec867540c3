import { parse, useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { MAX_LIST_ENTRIES } from '#app/cms/define/list-limit.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { copyOfEntry } from './entry-copy.ts'
import { FieldError } from '#app/cms/editing/fields/plain-field.tsx'
import { rowId } from '#app/cms/editing/ui/focus.ts'

interface MoveButtonsProps {
  /** Name of the list's field. */
  list: string
  /** Index of the entry, from 0. */
  index: number
  count: number
  /** Name of the entry, for screen readers. */
  title: string
  /** Further buttons beside these. */
  children?: ReactNode
}

/**
 * Two buttons that move an entry up or down by one. They submit the form, so they work without JavaScript; with it,
 * conform moves the entry without a request.
 */
export function MoveButtons({ list, index, count, title, children }: MoveButtonsProps) {
  const form = useFormMetadata()
  const actionAt = useActionAt(list)
  const rememberPressed = useFocusAfterMove(index)
  return (
    <span className="item__act">
      <button
        className="iconbtn"
        disabled={index === 0}
        onClick={rememberPressed}
        formAction={actionAt(index - 1)}
        {...form.reorder.getButtonProps({ name: list, from: index, to: index - 1 })}
      >
        <Icon name="move-up" />
        <span className="visually-hidden">Move {title} up</span>
      </button>
      <button
        className="iconbtn"
        disabled={index === count - 1}
        onClick={rememberPressed}
        formAction={actionAt(index + 1)}
        {...form.reorder.getButtonProps({ name: list, from: index, to: index + 1 })}
      >
        <Icon name="move-down" />
        <span className="visually-hidden">Move {title} down</span>
      </button>
      {children}
    </span>
  )
}

/**
 * Returns the focus to a button that has moved its row, or to its neighbour at the end of the list. Browsers remove the
 * focus from an element that is moved in the DOM or disabled. Returns the buttons' click handler.
 */
export function useFocusAfterMove(index: number) {
  const pressed = useRef<HTMLButtonElement>()
  useEffect(() => {
    const button = pressed.current
    pressed.current = undefined
    const target = button?.disabled ? button.parentElement?.querySelector<HTMLElement>('button:enabled') : button
    target?.focus()
  }, [index])
  return (event: MouseEvent<HTMLButtonElement>) => {
    pressed.current = event.currentTarget
  }
}

interface RemoveButtonProps {
  /** Name of the list's field. */
  list: string
  /** Index of the entry, from 0. */
  index: number
  children: string
  /** If false, the button is small and shows only an icon. */
  isLarge?: boolean
}

export function RemoveButton({ list, index, children, isLarge = false }: RemoveButtonProps) {
  const form = useFormMetadata()
  const actionAt = useActionAt(list)
  return (
    <button
      className={isLarge ? 'btn btn--danger item__remove' : 'iconbtn'}
      formAction={actionAt(index)}
      {...form.remove.getButtonProps({ name: list, index })}
    >
      <Icon name="trash" />
      <span className={isLarge ? undefined : 'visually-hidden'}>{children}</span>
    </button>
  )
}

interface DuplicateButtonProps {
  /** Name of the list's field. */
  list: string
  /** Index of the entry, from 0. */
  index: number
  count: number
  /** Names of the fields that a copy does not get, because no two entries may share them. */
  without?: readonly string[] | undefined
  children: string
  /** If false, the button is small and shows only an icon. */
  isLarge?: boolean
}

/** Adds a copy of an entry below it, with what was typed. */
export function DuplicateButton({ list, index, count, without, children, isLarge = false }: DuplicateButtonProps) {
  const form = useFormMetadata()
  const isHydrated = useHydrated()
  if (count >= MAX_LIST_ENTRIES) return null
  const at = index + 1
  // Without JavaScript the server makes the copy, from the form that it gets.
  const insert = { name: list, index: at, copyOf: index, without }
  return (
    <button
      className={isLarge ? 'btn' : 'iconbtn'}
      // The fields of a large button's row: a browser opens the row to show them.
      formAction={isHydrated ? undefined : targetOf(`${form.id}-${list}[${at}]-${isLarge ? 'fields' : 'row'}`)}
      {...form.insert.getButtonProps(insert)}
      onClick={({ currentTarget: button }) => {
        if (!button.form) return
        const { payload } = parse(new FormData(button.form), { resolve: (value) => ({ value }) })
        const defaultValue = copyOfEntry(payload, list, index, without)
        // The click then submits what the button has now, which conform handles as for every list.
        button.value = JSON.stringify({ type: 'insert', payload: { name: list, index: at, defaultValue } })
      }}
    >
      <Icon name="copy" />
      <span className={isLarge ? undefined : 'visually-hidden'}>{children}</span>
    </button>
  )
}

interface AddButtonProps {
  list: string
  /** The number of entries. */
  count: number
  /** Index of the new entry, from 0. */
  at?: number
  buttonRef?: RefObject<HTMLButtonElement>
  children: string
}

/** Inserts an empty entry into a list, unless it has as many as a list may have. */
export function AddButton({ list, count, at = count, buttonRef, children }: AddButtonProps) {
  const form = useFormMetadata()
  const actionAt = useActionAt(list)
  if (count >= MAX_LIST_ENTRIES) return <p className="items__empty">The list is full: {MAX_LIST_ENTRIES} entries</p>
  return (
    <button
      className="btn add"
      ref={buttonRef}
      formAction={actionAt(at)}
      {...form.insert.getButtonProps({ name: list, index: at })}
    >
      <Icon name="plus" />
      {children}
    </button>
  )
}

/**
 * Without JavaScript each button reloads the page: a fragment with the `id` of the entry's row returns the user to it.
 * With JavaScript nothing is loaded.
 */
function useActionAt(list: string) {
  const form = useFormMetadata()
  const isHydrated = useHydrated()
  return (index: number) => (isHydrated ? undefined : targetOf(rowId(`${form.id}-${list}[${index}]`)))
}

function targetOf(id: string) {
  return `#${encodeURIComponent(id)}`
}

/** The errors of a list as a whole, such as too few entries. */
export function ListError({ field }: { field: Pick<FieldMetadata, 'id' | 'errorId' | 'errors'> }) {
  if (!field.errors) return null
  return (
    <div className="items__error" id={field.id}>
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  )
}

/**
 * Moves the focus when a list's buttons add or remove an entry: to the first field of a new entry; after a removal to
 * the next entry, else to the previous one, else to the add button (`addRef`). `keys` are the keys of the entries in
 * order. The entries are the children of the element with `listRef`, after the first `offset` ones. An element with
 * `statusRef`, a live region, says what has happened.
 */
export function useListFocus<List extends HTMLElement>(keys: readonly (string | undefined)[], offset = 0) {
  const listRef = useRef<List>(null)
  const addRef = useRef<HTMLButtonElement>(null)
  const statusRef = useRef<HTMLParagraphElement>(null)
  const known = useRef(keys)
  useEffect(() => {
    const before = known.current
    known.current = keys
    const change = keys.length - before.length
    if (Math.abs(change) !== 1) return
    const [longer, shorter] = change > 0 ? [keys, before] : [before, keys]
    const at = longer.findIndex((key, index) => key !== shorter[index])
    const entries = [...(listRef.current?.children ?? [])].slice(offset)
    // Not by React, which would render the whole list again.
    if (statusRef.current)
      statusRef.current.textContent = change > 0 ? `Added: entry ${at + 1} of ${keys.length}` : 'Removed'
    if (change > 0) {
      // A reply or chosen images also add entries: the focus then does not move.
      if (document.activeElement?.matches('[name="__intent__"]')) focusNew(entries[at])
    } else if (document.activeElement === document.body) {
      const isShown = (entry: Element) => !entry.matches('[hidden]')
      const next = entries.slice(at).find(isShown) ?? entries.slice(0, at).findLast(isShown)
      const target = next ? handleOf(next) : addRef.current
      target?.focus()
    }
  })
  return { listRef, addRef, statusRef }
}

/** Focuses the first field of an entry, or the summary of a closed row, which it opens. */
function focusNew(entry: Element | undefined) {
  const field = entry?.querySelector<HTMLElement>(FIELDS)
  const summary = entry?.querySelector('summary')
  if (!field) summary?.click()
  ;(field ?? summary)?.focus()
}

const BUTTONS = '[name="__intent__"]:enabled'
const FIELDS = 'input:not([type="hidden"]), textarea, select'

/** The control of an entry to focus: the summary that opens its row, else the button that removes it. */
function handleOf(entry: Element) {
  return entry.querySelector<HTMLElement>('summary') ?? [...entry.querySelectorAll<HTMLElement>(BUTTONS)].at(-1)
}
