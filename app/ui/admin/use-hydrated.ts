import { useSyncExternalStore } from 'react'

/** False while the server renders and while the browser takes the page over, true from then on: scripts work. */
export function useHydrated() {
  return useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
}
