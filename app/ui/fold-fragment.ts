import { useLocation } from '@remix-run/react'
import { useEffect, useRef } from 'react'
import { useHydrated } from './use-hydrated.ts'

/**
 * Opens the closed `details` around the target of the address' fragment and scrolls to it. Browsers do so for links within
 * the page, and all but older ones for a page load; a client-side navigation from another page is only known to the router.
 */
export function useOpenFoldAtFragment() {
  const { hash, key } = useLocation()
  const isHydrated = useHydrated()
  const isPageLoad = useRef(!isHydrated)

  useEffect(() => {
    // Before React took the page over, the visitor may have closed what the browser had opened.
    const isLeftAlone = isPageLoad.current && hasBeenUsed()
    isPageLoad.current = false
    if (isLeftAlone) return
    const target = document.getElementById(hash.slice(1))
    const closed = target ? closedFoldsAround(target) : []
    if (closed.length === 0) return
    for (const fold of closed) fold.open = true
    // At once, as the router does: a smooth scroll would end when the new page takes the focus.
    target?.scrollIntoView({ behavior: 'instant' })
    // The key differs where the same link is followed again.
  }, [hash, key])
}

/** Whether the visitor has clicked, tapped or typed on the page. Older browsers do not tell. */
function hasBeenUsed() {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}

function closedFoldsAround(element: Element): HTMLDetailsElement[] {
  const fold = element.closest('details')
  if (!fold) return []
  const around = fold.parentElement ? closedFoldsAround(fold.parentElement) : []
  return fold.open ? around : [fold, ...around]
}
