import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from '@remix-run/react'
import { Icon } from '#app/cms/ui/icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import './disclosure.css'

/** A column of sections that a visitor opens and closes, numbered from 1. */
export function DisclosureGroup({ children }: { children: ReactNode }) {
  useOpenDisclosureAtFragment()
  return <div className="disclosures">{children}</div>
}

interface DisclosureProps {
  /** Fragment under which the section is linked. */
  id: string
  title: string
  /** Summary of the content in two words: `5 documents`. */
  meta: string
  children: ReactNode
}

/**
 * A section that is closed at first. Browsers open a `details` for a fragment only if its target is inside, so the id
 * is on the body and not on the element itself.
 */
export function Disclosure({ id, title, meta, children }: DisclosureProps) {
  return (
    // The address's fragment may have opened the element before hydration.
    <details className="disclosure" suppressHydrationWarning>
      <summary>
        <h2>{title}</h2> <span className="disclosure__meta">{meta}</span>
        <Icon name="down" className="disclosure__chevron" />
      </summary>
      <div className="disclosure__room">
        <div className="disclosure__body" id={id}>
          {children}
        </div>
      </div>
    </details>
  )
}

/**
 * Opens the closed `details` around the target of the fragment and scrolls to it. Browsers do so for links within the
 * page, and newer ones for a page load, but not for a client-side navigation from another page.
 */
function useOpenDisclosureAtFragment() {
  const { hash, key } = useLocation()
  const isHydrated = useHydrated()
  const isPageLoad = useRef(!isHydrated)

  useEffect(() => {
    // Before hydration the visitor may have closed the section that the browser had opened.
    const isSkipped = isPageLoad.current && hasBeenUsed()
    isPageLoad.current = false
    if (isSkipped) return
    const target = document.getElementById(hash.slice(1))
    const closed = target ? closedDetailsAround(target) : []
    if (closed.length === 0) return
    for (const details of closed) details.open = true
    // Instantly, as the router does: a smooth scroll would stop when the focus moves to the new page.
    target?.scrollIntoView({ behavior: 'instant' })
    // The key also changes when the same link is followed again.
  }, [hash, key])
}

/** True if the visitor has clicked, tapped or typed on the page. False in older browsers, which do not report it. */
function hasBeenUsed() {
  return 'userActivation' in navigator && navigator.userActivation.hasBeenActive
}

function closedDetailsAround(element: Element): HTMLDetailsElement[] {
  const details = element.closest('details')
  if (!details) return []
  const around = details.parentElement ? closedDetailsAround(details.parentElement) : []
  return details.open ? around : [details, ...around]
}
