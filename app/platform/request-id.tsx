import { createContext, useContext } from 'react'

/** Names the request in an error page, so that a visitor can quote it. Only known while the server renders. */
export const RequestIdContext = createContext<string | undefined>(undefined)

export function useRequestId() {
  return useContext(RequestIdContext)
}
