import { useSyncExternalStore } from 'react'

/** False in the server's HTML and during hydration, true after it: for controls that need JavaScript to work. */
export function useHydrated() {
  return useSyncExternalStore(subscribeToNothing, isHydrated, isNotHydrated)
}

const subscribeToNothing = () => () => undefined
const isHydrated = () => true
const isNotHydrated = () => false
