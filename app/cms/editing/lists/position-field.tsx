import { useFormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'

interface PositionFieldProps {
  list: string
  /** Index of the entry, from 0. */
  index: number
  count: number
  /** Name of the entry, for screen readers. */
  title: string
}

/** The position of an entry in a long list; another number moves it. Not sent with the form. */
export function PositionField({ list, index, count, title }: PositionFieldProps) {
  const form = useFormMetadata()
  const isHydrated = useHydrated()
  const ref = useRef<HTMLInputElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    // Browsers remove the focus from an element that is moved in the DOM.
    if (hasMoved.current) ref.current?.focus()
    hasMoved.current = false
  }, [index])
  if (!isHydrated) return null

  const move = (input: HTMLInputElement) => {
    const to = Math.min(count, Math.max(1, Math.round(Number(input.value)))) - 1
    if (Number.isNaN(to) || to === index) {
      input.value = String(index + 1)
      return
    }
    hasMoved.current = document.activeElement === input
    form.reorder({ name: list, from: index, to })
  }
  return (
    <input
      // A new position needs a new default value.
      key={index}
      ref={ref}
      className="item__position"
      type="number"
      min={1}
      max={count}
      defaultValue={index + 1}
      // Belongs to no form: Enter does not save, and the number is not sent.
      form=""
      aria-label={`Position of ${title}, from 1 to ${count}`}
      onBlur={(event) => {
        move(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') move(event.currentTarget)
      }}
    />
  )
}
