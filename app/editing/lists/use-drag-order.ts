import { useState, type PointerEvent as ReactPointerEvent } from 'react'
import { beginDrag } from './drag-order.ts'

/**
 * Lets the rows of a list be dragged by their handles. The rows are the list's children; a handle is any element in one with
 * `data-drag-handle`. `onMove` gets the places, from 0. For mouse and touch: whoever uses keys has the buttons of each row.
 * `announcement` belongs into a polite live region.
 */
export function useDragOrder(onMove: (from: number, to: number) => void) {
  const [announcement, setAnnouncement] = useState('')
  return {
    announcement,
    listProps: {
      onPointerDown: (event: ReactPointerEvent<HTMLElement>) => {
        const list = event.currentTarget
        const handle = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-drag-handle]') : null
        if (!handle || event.button !== 0) return
        event.preventDefault()
        beginDrag(list, handle, event.nativeEvent, (from, to) => {
          onMove(from, to)
          setAnnouncement(`Moved from place ${from + 1} to place ${to + 1} of ${list.children.length}`)
        })
      },
    },
  }
}
