import { useEffect, useRef } from 'react'

/**
 * Once what an element has opened is closed, the element gets the focus back, or the page's main part where it is gone.
 * `openerId` is the element's `id` while something is open, undefined while nothing is: then it does not matter whether it
 * was reached by a click, the back button or the address.
 */
export function useFocusReturn(openerId: string | undefined) {
  const previous = useRef(openerId)
  useEffect(() => {
    const closed = previous.current
    previous.current = openerId
    if (closed === undefined || openerId !== undefined) return
    const target = document.getElementById(closed) ?? document.getElementById('main')
    target?.focus()
  }, [openerId])
}
