import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from '@remix-run/react'
import { Icon } from './icon.tsx'
import { useHydrated } from './use-hydrated.ts'
import './disclosure.css'

/** A column of sections that a visitor opens and closes, numbered from 1. */
export function Folds({ children }: { children: ReactNode }) {
  useOpenDisclosureAtFragment()
  return <div className="folds">{children}</div>
}

interface DisclosureProps {
  /** Fragment under which the section is linked. */
  id: string
  title: string
  /** What is inside, in two words: `5 documents`. */
  meta: string
  children: ReactNode
}

/**
 * A section closed at first. Browsers open a `details` for a fragment only where its target is inside, so the id is the
 * body's and not the element's own.
 */
export function Disclosure({ id, title, meta, children }: DisclosureProps) {
  return (
    // A fragment may have opened it before React takes over.
    <details className="fold" suppressHydrationWarning>
      <summary>
        <h2>{title}</h2> <span className="fold__meta">{meta}</span>
        <Icon name="down" className="fold__chevron" />
      </summary>
      <div className="fold__room">
        <div className="fold__body" id={id}>
          {children}
        </div>
      </div>
    </details>
  )
}

/**
 * Opens the closed `details` around the target of the address' fragment and scrolls to it. Browsers do so for links within
 * the page, and all but older ones for a page load; a client-side navigation from another page is only known to the router.
 */
function useOpenDisclosureAtFragment() {
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
