import { useEffect, useRef, useState, type SyntheticEvent } from 'react'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/**
 * Of a row that opens: whether it is open, and whether its fields are on the page. They are not before it is opened for the
 * first time, so that a list of hundreds stays quick; and from then on always, since they hold what was typed. In the server's
 * HTML they are all there. It opens when `mustOpen` becomes true, and is open from the start where it `wasOpen`.
 */
export function useLazyBody(mustOpen: boolean, wasOpen: boolean) {
  const isHydrated = useHydrated()
  const [isMounted, setIsMounted] = useState(!isHydrated || mustOpen || wasOpen)
  const [row, setRow] = useState({ mustOpen, isOpen: mustOpen || wasOpen })
  const detailsRef = useRef<HTMLDetailsElement>(null)
  if (mustOpen && !isMounted) setIsMounted(true)
  if (mustOpen !== row.mustOpen) setRow({ mustOpen, isOpen: mustOpen || row.isOpen })
  useEffect(() => {
    const details = detailsRef.current
    // Whoever is quick has typed before the script ran.
    if (details && !details.open && !hasTyped(details)) setIsMounted(false)
  }, [])
  return {
    isOpen: row.isOpen,
    isMounted,
    detailsRef,
    mount: () => {
      setIsMounted(true)
    },
    noteToggle: ({ currentTarget: { open: isOpen } }: SyntheticEvent<HTMLDetailsElement>) => {
      setIsMounted(true)
      setRow({ mustOpen, isOpen })
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
