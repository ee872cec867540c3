import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent, type PointerEvent } from 'react'
import { REDUCED_MOTION, useMediaQuery } from '#app/ui/use-media-query.ts'

interface AutoplayOptions {
  /** False where there is nothing to go on to. */
  enabled: boolean
  /** Milliseconds that each entry stays. */
  interval: number
  /** Starts the time anew whenever it changes. */
  current: number
  onElapsed: () => void
}

export type Autoplay = ReturnType<typeof useAutoplay>

/**
 * The clock of a carousel (WCAG 2.2.2): it waits while the pointer or focus is inside, while the tab is hidden, and for
 * good once paused; with reduced motion it never runs. A visitor who presses play wants it to run, focus or not.
 */
export function useAutoplay({ enabled, interval, current, onElapsed }: AutoplayOptions) {
  const reducedMotion = useMediaQuery(REDUCED_MOTION)
  const isTabHidden = useIsTabHidden()
  const [choice, setChoice] = useState<'unspoken' | 'play' | 'pause'>('unspoken')
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)

  const canPlay = enabled && !reducedMotion
  const isPaused = choice === 'pause'
  const isHeld = isTabHidden || (choice === 'unspoken' && (isHovered || hasFocus))
  const isRunning = canPlay && !isPaused && !isHeld
  useTimeLeft({ isRunning, interval, current, onElapsed })

  return {
    /** False where there is nothing to pause. */
    canPlay,
    isPaused,
    isRunning,
    toggle: () => setChoice(isPaused ? 'play' : 'pause'),
    /** For the element that holds the clock while it is pointed at or focus is inside. */
    holders: {
      // Touch ends without a reliable leave event and would hold the clock for good.
      onPointerEnter: (event: PointerEvent) => setHovered(event.pointerType !== 'touch'),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setHasFocus(true),
      onBlur: (event: FocusEvent) => {
        if (event.currentTarget.contains(event.relatedTarget)) return
        setHasFocus(false)
      },
    },
  }
}

/** Calls back when `interval` has been spent running since `current` changed; time spent held does not count. */
function useTimeLeft({
  isRunning,
  interval,
  current,
  onElapsed,
}: Omit<AutoplayOptions, 'enabled'> & { isRunning: boolean }) {
  const timeLeft = useRef(interval)
  const elapsed = useRef(onElapsed)
  useEffect(() => {
    elapsed.current = onElapsed
  })

  useEffect(() => {
    timeLeft.current = interval
  }, [current, interval])

  useEffect(() => {
    if (!isRunning) return
    const startedAt = performance.now()
    const timer = setTimeout(() => elapsed.current(), timeLeft.current)
    return () => {
      clearTimeout(timer)
      timeLeft.current -= performance.now() - startedAt
    }
  }, [isRunning, current, interval])
}

function useIsTabHidden() {
  return useSyncExternalStore(
    onVisibilityChange,
    () => document.hidden,
    () => false,
  )
}

function onVisibilityChange(onChange: () => void) {
  document.addEventListener('visibilitychange', onChange)
  return () => document.removeEventListener('visibilitychange', onChange)
}
