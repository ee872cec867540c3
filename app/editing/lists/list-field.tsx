import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useEffect, useRef, type MouseEvent, type ReactNode, type RefObject } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FieldError } from '#app/editing/fields/field.tsx'

interface MoveButtonsProps {
  /** Name of the list's field. */
  list: string
  /** Place of the entry, from 0. */
  index: number
  count: number
  /** What the entry is called, for screen readers. */
  title: string
  /** Further buttons beside these. */
  children?: ReactNode
}

/** Moves an entry up or down by one. They post, so they work without a script; conform does it in place with one. */
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
        <span className="vh">Move {title} up</span>
      </button>
      <button
        className="iconbtn"
        disabled={index === count - 1}
        onClick={rememberPressed}
        formAction={actionAt(index + 1)}
        {...form.reorder.getButtonProps({ name: list, from: index, to: index + 1 })}
      >
        <Icon name="move-down" />
        <span className="vh">Move {title} down</span>
      </button>
      {children}
    </span>
  )
}

/**
 * A button that has moved its row loses the focus: the browser drops it where an element moves in the page or is
 * disabled. The button gets it back, or its neighbour at the end of the list. Returns the buttons' click handler.
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
  /** Place of the entry, from 0. */
  index: number
  children: string
  /** Without it the button is a small one that shows only an icon. */
  isLarge?: boolean
}

/** Takes an entry out of its list. */
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
      <span className={isLarge ? undefined : 'vh'}>{children}</span>
    </button>
  )
}

interface AddButtonProps {
  list: string
  /** Place of the new entry, from 0. */
  at: number
  buttonRef?: RefObject<HTMLButtonElement>
  children: string
}

/** Puts an empty entry into a list. */
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

/** `id` of the row of an entry whose field has this one: a control of the entry may carry that itself. */
export function rowId(fieldId: string) {
  return `${fieldId}-row`
}

/**
 * Without a script the page is loaded again by each button: an address with the entry's `id` brings the person back to it.
 * With a script nothing is loaded.
 */
function useActionAt(list: string) {
  const form = useFormMetadata()
  const isHydrated = useHydrated()
  return (index: number) => (isHydrated ? undefined : `#${encodeURIComponent(rowId(`${form.id}-${list}[${index}]`))}`)
}

/** What is wrong with a list as a whole, such as too few entries. */
export function ListError({ field }: { field: Pick<FieldMetadata, 'id' | 'errorId' | 'errors'> }) {
  if (!field.errors) return null
  return (
    <div className="items__error" id={field.id}>
      <FieldError id={field.errorId} errors={field.errors} />
    </div>
  )
}
