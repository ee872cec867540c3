import '@remix-run/node'
import type { PagePreview } from './platform/request-context.tsx'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Names the request in logs and error pages. Set by the host; absent under remix-serve. */
    requestId?: string
    /** Address of the visitor, proxy headers considered where they may be trusted. */
    clientAddress?: string
    /** Why this process does not respond as asked; the page says it. */
    refusal?: string
    /** Set for a page that is rendered as a preview. */
    preview?: PagePreview
  }
  interface Future {
    v3_singleFetch: true
  }
}
