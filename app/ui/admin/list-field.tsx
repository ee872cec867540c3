import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useEffect, useRef, type MouseEvent, type ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'
import { FieldError } from './field.tsx'

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
  const rememberPressed = useFocusAfterMove(index)
  return (
    <span className="item__act">
      <button
        className="iconbtn"
        disabled={index === 0}
        onClick={rememberPressed}
        {...form.reorder.getButtonProps({ name: list, from: index, to: index - 1 })}
      >
        <Icon name="move-up" />
        <span className="vh">Move {title} up</span>
      </button>
      <button
        className="iconbtn"
        disabled={index === count - 1}
        onClick={rememberPressed}
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
function useFocusAfterMove(index: number) {
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

/** Takes an entry out of its list. */
export function RemoveButton({ list, index, children }: { list: string; index: number; children: string }) {
  const form = useFormMetadata()
  return (
    <button className="btn btn--danger item__remove" {...form.remove.getButtonProps({ name: list, index })}>
      <Icon name="trash" />
      {children}
    </button>
  )
}

/** Puts an empty entry at the end of a list. */
export function AddButton({ list, children }: { list: string; children: string }) {
  const form = useFormMetadata()
  return (
    <button className="btn add" {...form.insert.getButtonProps({ name: list })}>
      <Icon name="plus" />
      {children}
    </button>
  )
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
