import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent, type PointerEvent } from 'react'
import { REDUCED_MOTION, useMediaQuery } from '#app/cms/ui/use-media-query.ts'

interface AutoplayOptions {
  /** False if there is no other entry to show. */
  enabled: boolean
  /** Milliseconds for which each entry is shown. */
  interval: number
  /** Index of the entry. Each change restarts the time. */
  current: number
  onElapsed: () => void
}

export type Autoplay = ReturnType<typeof useAutoplay>

/**
 * The timer of a carousel (WCAG 2.2.2). It stops while the pointer or focus is inside, while the tab is hidden, and
 * permanently once paused; with reduced motion it never runs. After play, pointer and focus no longer stop it.
 */
export function useAutoplay({ enabled, interval, current, onElapsed }: AutoplayOptions) {
  const reducedMotion = useMediaQuery(REDUCED_MOTION)
  const isTabHidden = useIsTabHidden()
  const [choice, setChoice] = useState<'none' | 'play' | 'pause'>('none')
  const [isHovered, setHovered] = useState(false)
  const [hasFocus, setHasFocus] = useState(false)

  const canPlay = enabled && !reducedMotion
  const isPaused = choice === 'pause'
  const isHeld = isTabHidden || (choice === 'none' && (isHovered || hasFocus))
  const isRunning = canPlay && !isPaused && !isHeld
  useTimeLeft({ isRunning, interval, current, onElapsed })

  return {
    /** False if there is nothing to pause. */
    canPlay,
    isPaused,
    isRunning,
    toggle: () => setChoice(isPaused ? 'play' : 'pause'),
    /** For the element that stops the timer while the pointer or focus is inside. */
    holders: {
      // Touch has no reliable leave event and would stop the timer permanently.
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

/** Calls `onElapsed` after `interval` of running time since the last change of `current`; stops do not count. */
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
