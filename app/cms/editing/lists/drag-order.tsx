import { useState, type PointerEvent as ReactPointerEvent } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'

/**
 * Makes the rows of a list draggable by their handles. The rows are the list's children; a handle is any element in a
 * row with `data-drag-handle`. `onMove` gets the indexes, from 0. For mouse and touch; each row has buttons for the
 * keyboard. Render `announcement` in a polite live region.
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
          setAnnouncement(`Moved from position ${from + 1} to position ${to + 1} of ${list.children.length}`)
        })
      },
    },
  }
}

/** The drag handle of a row in a list with `useDragOrder`. Screen reader users have the buttons that move the row. */
export function DragHandle() {
  const isHydrated = useHydrated()
  return (
    isHydrated && (
      <span className="grip" data-drag-handle aria-hidden="true">
        <Icon name="grip" />
      </span>
    )
  )
}

const SCROLL_EDGE = 64
const SCROLL_STEP = 14

/**
 * Follows a pointer that drags the handle of a row, and calls `onDrop` with the indexes, from 0, if the row is dropped
 * elsewhere. Escape cancels. The drop position is marked in the DOM and not in React's state, so that a long list is
 * not rendered again at each step.
 */
function beginDrag(
  list: HTMLElement,
  handle: HTMLElement,
  { pointerId, clientY }: PointerEvent,
  onDrop: (from: number, to: number) => void,
) {
  const rows = [...list.children]
  const from = rows.findIndex((row) => row.contains(handle))
  const row = rows[from]
  if (!row) return
  const drag = { y: clientY, gap: from, isOver: false }
  const listening = new AbortController()
  const { signal } = listening

  const point = () => {
    unmark(rows)
    drag.gap = gapAt(rows, drag.y)
    const [before, last] = [rows[drag.gap], rows.at(-1)]
    if (before) before.setAttribute('data-drop', 'before')
    else last?.setAttribute('data-drop', 'after')
  }
  const end = (isDropped: boolean) => {
    drag.isOver = true
    listening.abort()
    unmark(rows)
    row.removeAttribute('data-dragging')
    // The gaps are counted with the dragged row still in its place.
    const to = drag.gap > from ? drag.gap - 1 : drag.gap
    if (isDropped && to !== from) onDrop(from, to)
  }

  row.setAttribute('data-dragging', '')
  handle.setPointerCapture(pointerId)
  handle.addEventListener(
    'pointermove',
    (event) => {
      drag.y = event.clientY
      point()
    },
    { signal },
  )
  handle.addEventListener(
    'pointerup',
    () => {
      end(true)
    },
    { signal },
  )
  handle.addEventListener(
    'pointercancel',
    () => {
      end(false)
    },
    { signal },
  )
  window.addEventListener(
    'keydown',
    (event) => {
      if (event.key === 'Escape') end(false)
    },
    { signal },
  )
  const scrollOn = () => {
    if (drag.isOver) return
    const step = scrollStepAt(drag.y)
    if (step !== 0) {
      window.scrollBy(0, step)
      point()
    }
    requestAnimationFrame(scrollOn)
  }
  requestAnimationFrame(scrollOn)
}

/** Index of the gap at height `y`: before the first row whose middle is below it. Filtered-out rows have no height. */
function gapAt(rows: readonly Element[], y: number) {
  const below = rows.findIndex((row) => {
    const { top, height } = row.getBoundingClientRect()
    return height > 0 && y < top + height / 2
  })
  return below === -1 ? rows.length : below
}

/** Pixels to scroll by in each frame while the pointer is held near an edge of the window. */
function scrollStepAt(y: number) {
  if (y < SCROLL_EDGE) return -SCROLL_STEP
  return y > window.innerHeight - SCROLL_EDGE ? SCROLL_STEP : 0
}

function unmark(rows: readonly Element[]) {
  for (const row of rows) row.removeAttribute('data-drop')
}
