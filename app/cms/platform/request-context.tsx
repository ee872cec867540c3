import { createContext, useContext, type ReactNode } from 'react'

/** The id of the request in an error page, so that a visitor can quote it. Defined only while the server renders. */
export const RequestIdContext = createContext<string | undefined>(undefined)

export function useRequestId() {
  return useContext(RequestIdContext)
}

/**
 * Marks our own inline scripts and styles while the server renders a page: the policy allows only those. Undefined in
 * the browser, which never receives it.
 */
export const NonceContext = createContext<string | undefined>(undefined)

export function useNonce() {
  return useContext(NonceContext)
}

/** What the server adds to a page that staff see as a preview. Such a page has no scripts. */
export interface PagePreview {
  head: ReactNode
  /** Shown after the page. */
  notice: ReactNode
}

/** Undefined in the browser, and for every page that is no preview. */
export const PagePreviewContext = createContext<PagePreview | undefined>(undefined)

export function usePagePreview() {
  return useContext(PagePreviewContext)
}
