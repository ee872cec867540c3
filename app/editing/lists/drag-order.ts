const SCROLL_EDGE = 64
const SCROLL_STEP = 14

/**
 * Follows a pointer that has taken the handle of a row until it is let go, and calls `onDrop` with the places, from 0, if
 * the row is to stand elsewhere. Escape gives up. Where the row would go is marked on the page and not in React's state, so
 * that a long list is not rendered again at each step.
 */
export function beginDrag(
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
    // The gaps are counted with the row still in its place.
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

/** The gap a height points at: before the first row whose middle is below it. Rows that are filtered out have no height. */
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
