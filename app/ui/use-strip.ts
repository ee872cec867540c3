import { useCallback, useEffect, useRef, useState, type RefObject } from 'react'
import { REDUCED_MOTION } from './use-media-query.ts'

interface Strip {
  /** For the horizontally scrolling element whose children are the entries. */
  track: RefObject<HTMLDivElement>
  /** Index of the entry in view, or on its way there. */
  current: number
  /** Brings an entry into view; indices beyond either end wrap around. The page itself does not scroll. */
  show: (index: number) => void
  /** For the track: follows what swiping, tabbing or a trackpad brought into view. */
  onScroll: () => void
}

/** A scroll-snap strip of `count` entries that also moves by buttons. Without JavaScript it still scrolls. */
export function useStrip(count: number): Strip {
  const track = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const settling = useRef<ReturnType<typeof setTimeout>>()

  useEffect(() => () => clearTimeout(settling.current), [])

  const show = useCallback(
    (index: number) => {
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

  const onScroll = useCallback(() => {
    clearTimeout(settling.current)
    settling.current = setTimeout(() => {
      if (track.current) setCurrent(nearestEntry(track.current))
    }, SETTLE_TIME)
  }, [])

  return { track, current, show, onScroll }
}

/** Milliseconds without a scroll event after which a strip counts as at rest (Safari has no scrollend before 26.2). */
const SETTLE_TIME = 120

/** Distance in CSS pixels that brings an entry to the place of the first one. */
function entryOffset(track: HTMLElement, index: number) {
  return offsetLeft(track.children[index]) - offsetLeft(track.children[0])
}

function nearestEntry(track: HTMLElement) {
  const distances = Array.from(track.children, (_, index) => Math.abs(entryOffset(track, index) - track.scrollLeft))
  return distances.indexOf(Math.min(...distances))
}

function offsetLeft(element: Element | undefined) {
  return element instanceof HTMLElement ? element.offsetLeft : 0
}
