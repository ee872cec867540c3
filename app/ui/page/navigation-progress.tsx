import { useNavigation, useLocation } from '@remix-run/react'
import { useEffect, useRef, type RefObject } from 'react'
import './navigation-progress.css'

/** Says politely, and shows as a thin bar, that the next page is on its way. */
export function NavigationProgress() {
  const isLoading = useNavigation().state !== 'idle'
  return (
    <div className={isLoading ? 'progress progress--on' : 'progress'} role="status">
      {isLoading && <span className="visually-hidden">Loading...</span>}
    </div>
  )
}

/**
 * Moves focus to `target` when a client-side navigation has led to another page, as a page load would: keyboard and
 * screen reader users go on at its beginning. Not for the first page, and not for fragments.
 */
export function useFocusAfterNavigation(target: RefObject<HTMLElement>) {
  const { pathname } = useLocation()
  const focusedFor = useRef(pathname)

  useEffect(() => {
    if (focusedFor.current === pathname) return
    focusedFor.current = pathname
    target.current?.focus({ preventScroll: true })
  }, [pathname, target])
}
