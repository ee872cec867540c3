import { useEffect, useRef } from 'react'
import { successorOf } from '#app/editing/form/use-kept-focus.ts'

/**
 * Once what an element has opened is closed, the element gets the focus back, or its successor where it is gone, such as the
 * next row's. `openerId` is the element's `id` while something is open, undefined while nothing is: then it does not matter
 * whether it was reached by a click, the back button or the address.
 */
export function useFocusReturn(openerId: string | undefined) {
  const opened = useRef<{ id: string; find: (() => HTMLElement | null) | undefined }>()
  useEffect(() => {
    const closed = opened.current
    const opener = openerId === undefined ? null : document.getElementById(openerId)
    opened.current =
      openerId === undefined ? undefined : { id: openerId, find: opener ? successorOf(opener) : undefined }
    if (closed === undefined || openerId !== undefined) return
    const target =
      document.getElementById(closed.id) ?? closed.find?.() ?? document.querySelector<HTMLElement>('main h1')
    target?.focus()
  }, [openerId])
}
