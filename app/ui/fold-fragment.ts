import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'

/**
 * Opens the closed `details` around the target of the address' fragment and scrolls to it. Browsers do so for a page load
 * and for links within the page; a client-side navigation from another page is only known to the router.
 */
export function useOpenFoldAtFragment() {
  const { hash, key } = useLocation()

  useEffect(() => {
    const target = document.getElementById(hash.slice(1))
    const closed = target ? closedFoldsAround(target) : []
    if (closed.length === 0) return
    for (const fold of closed) fold.open = true
    // At once, as the router does: a smooth scroll would end when the new page takes the focus.
    target?.scrollIntoView({ behavior: 'instant' })
    // The key differs where the same link is followed again.
  }, [hash, key])
}

function closedFoldsAround(element: Element): HTMLDetailsElement[] {
  const fold = element.closest('details')
  if (!fold) return []
  const around = fold.parentElement ? closedFoldsAround(fold.parentElement) : []
  return fold.open ? around : [fold, ...around]
}
