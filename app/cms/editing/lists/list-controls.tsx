import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { FieldError } from '#app/cms/editing/fields/plain-form.tsx'

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

interface AddButtonProps {
  list: string
  /** Index of the new entry, from 0. */
  at: number
  buttonRef?: RefObject<HTMLButtonElement>
  children: string
}

/** Inserts an empty entry into a list. */
export function AddButton({ list, at, buttonRef, children }: AddButtonProps) {
  const form = useFormMetadata()
  const actionAt = useActionAt(list)
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

/** `id` of an entry's row. It differs from `fieldId`, which a control of the entry may have as its `id`. */
export function rowId(fieldId: string) {
  return `${fieldId}-row`
}

/**
 * Without JavaScript each button reloads the page: a fragment with the `id` of the entry's row returns the user to it.
 * With JavaScript nothing is loaded.
 */
function useActionAt(list: string) {
  const form = useFormMetadata()
  const isHydrated = useHydrated()
  return (index: number) => (isHydrated ? undefined : `#${encodeURIComponent(rowId(`${form.id}-${list}[${index}]`))}`)
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
 * order. The entries are the children of the element with `listRef`, after the first `offset` ones.
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
      // A reply or chosen images also add entries: the focus then does not move.
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

/** The control of an entry to focus: the summary that opens its row, else the button that removes it. */
function handleOf(entry: Element) {
  return entry.querySelector<HTMLElement>('summary') ?? [...entry.querySelectorAll<HTMLElement>(BUTTONS)].at(-1)
}
