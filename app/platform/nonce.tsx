import { createContext, useContext } from 'react'

/**
 * Marks our own inline scripts and styles while the server renders a page: the policy allows those alone. Undefined in the
 * browser, which never sees it.
 */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce() {
  return useContext(NonceContext)
}
