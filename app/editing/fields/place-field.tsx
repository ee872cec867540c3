import { useFormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

interface PlaceFieldProps {
  list: string
  /** Place of the entry, from 0. */
  index: number
  count: number
  /** What the entry is called, for screen readers. */
  title: string
}

/** Where an entry stands in a long list; another number moves it there. No part of the form that is sent. */
export function PlaceField({ list, index, count, title }: PlaceFieldProps) {
  const form = useFormMetadata()
  const isHydrated = useHydrated()
  const ref = useRef<HTMLInputElement>(null)
  const hasMoved = useRef(false)
  useEffect(() => {
    // The browser drops the focus where an element moves in the page.
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
      // Another place is another default.
      key={index}
      ref={ref}
      className="item__place"
      type="number"
      min={1}
      max={count}
      defaultValue={index + 1}
      // Belongs to no form: Enter does not save, and the number is not sent.
      form=""
      aria-label={`Place of ${title}, of ${count}`}
      onBlur={(event) => {
        move(event.currentTarget)
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') move(event.currentTarget)
      }}
    />
  )
}
