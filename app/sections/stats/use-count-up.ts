import { useEffect, useRef, useState, type RefObject } from 'react'
import { REDUCED_MOTION } from '#app/ui/use-media-query.ts'

/**
 * Counts from 0 to `final` in `duration` milliseconds, once, when the element of the returned ref first comes into view.
 * Before that, on the server and with reduced motion the value is `final`.
 */
export function useCountUp<Counted extends HTMLElement>(
  final: number,
  duration: number,
): { ref: RefObject<Counted>; value: number } {
  const ref = useRef<Counted>(null)
  const [progress, setProgress] = useState(1)

  useEffect(() => {
    if (!ref.current || window.matchMedia(REDUCED_MOTION).matches) return
    let frame = 0
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some((entry) => entry.isIntersecting)) return
      observer.disconnect()
      const startedAt = performance.now()
      const step = () => {
        const passed = Math.min((performance.now() - startedAt) / duration, 1)
        setProgress(passed)
        if (passed < 1) frame = requestAnimationFrame(step)
      }
      step()
    })
    observer.observe(ref.current)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
    }
  }, [duration])

  return { ref, value: Math.floor(final * easeOut(progress)) }
}

/** Slows down towards the end. With the value rounded down, the final one is reached at the very end and not before. */
function easeOut(progress: number) {
  return 1 - (1 - progress) ** 2
}
