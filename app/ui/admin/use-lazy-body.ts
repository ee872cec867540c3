import { useEffect, useRef, useState } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * Tells whether the fields of a row that opens are on the page: not before it is opened for the first time, so that a list of
 * hundreds stays quick; and from then on always, since they hold what was typed. In the server's HTML they are all there.
 */
export function useLazyBody(mustOpen: boolean) {
  const isHydrated = useHydrated()
  const [isMounted, setIsMounted] = useState(!isHydrated || mustOpen)
  const detailsRef = useRef<HTMLDetailsElement>(null)
  if (mustOpen && !isMounted) setIsMounted(true)
  useEffect(() => {
    const details = detailsRef.current
    // Whoever is quick has typed before the script ran.
    if (details && !details.open && !hasTyped(details)) setIsMounted(false)
  }, [])
  return {
    isMounted,
    detailsRef,
    mount: () => {
      setIsMounted(true)
    },
  }
}

function hasTyped(details: HTMLDetailsElement) {
  const controls = details.querySelectorAll<Control>('input, textarea, select')
  return [...controls].some(isChanged)
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

function isChanged(control: Control) {
  if (control instanceof HTMLSelectElement) {
    return [...control.options].some(({ selected, defaultSelected }) => selected !== defaultSelected)
  }
  if (control instanceof HTMLInputElement && control.checked !== control.defaultChecked) return true
  return control.value !== control.defaultValue
}
