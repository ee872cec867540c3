import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { REDUCED_MOTION } from '#app/cms/ui/use-media-query.ts'

interface Carousel {
  /** For the horizontally scrolling element whose children are the entries. */
  track: RefObject<HTMLDivElement>
  /** Index of the entry in view, or of the entry that is scrolling into view. */
  current: number
  /** Brings an entry into view; indices beyond either end wrap around. The page itself does not scroll. */
  show: (index: number) => void
  /** For the track: updates `current` after scrolling by swipe, Tab key or trackpad. */
  onScroll: () => void
}

/** A scroll-snap carousel of `count` entries that buttons can also move. Without JavaScript it still scrolls. */
export function useCarousel(count: number): Carousel {
  const track = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const stopTimer = useRef<ReturnType<typeof setTimeout>>()

  const updateOnStop = useCallback(() => {
    clearTimeout(stopTimer.current)
    stopTimer.current = setTimeout(() => {
      if (!track.current) return
      const entry = entryInView(track.current)
      // Between two entries the track is still moving, even if the last scroll event was long ago.
      if (entry === undefined) updateOnStop()
      else setCurrent(entry)
    }, STOPPED_AFTER_MS)
  }, [])

  useEffect(() => {
    // The track may have been scrolled before hydration.
    if (track.current?.scrollLeft) updateOnStop()
    return () => clearTimeout(stopTimer.current)
  }, [updateOnStop])

  const show = useCallback(
    (index: number) => {
      // A pending update would use the previous scroll position.
      clearTimeout(stopTimer.current)
      const wrapped = (index + count) % count
      setCurrent(wrapped)
      // scrollTo, because scrollIntoView would also move the page.
      track.current?.scrollTo({
        left: entryOffset(track.current, wrapped),
        behavior: window.matchMedia(REDUCED_MOTION).matches ? 'instant' : 'smooth',
      })
    },
    [count],
  )

  return { track, current, show, onScroll: updateOnStop }
}

/**
 * Milliseconds without a scroll event after which the carousel counts as stopped (Safari has no scrollend before 26.2).
 */
const STOPPED_AFTER_MS = 120

/** Scroll distance in CSS pixels that moves an entry to the position of the first one. */
function entryOffset(track: HTMLElement, index: number) {
  return offsetLeft(track.children[index]) - offsetLeft(track.children[0])
}

/** Index of the entry at its snap position; undefined while the carousel is between two. */
function entryInView(track: HTMLElement) {
  const furthest = track.scrollWidth - track.clientWidth
  const index = Array.from(track.children).findIndex(
    (_, entry) => Math.abs(Math.min(entryOffset(track, entry), furthest) - track.scrollLeft) < TOLERANCE,
  )
  return index === -1 ? undefined : index
}

/** CSS pixels: a zoomed page stops at fractions of one. */
const TOLERANCE = 2

function offsetLeft(element: Element | undefined) {
  return element instanceof HTMLElement ? element.offsetLeft : 0
}
