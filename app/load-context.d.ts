import '@remix-run/node'
import type { PagePreview } from './platform/request-context.tsx'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Names the request in logs and error pages. Set by the host; absent under remix-serve. */
    requestId?: string
    /** Address of the visitor, proxy headers considered where they may be trusted. */
    clientAddress?: string
    /** The client of a response that is streamed. Absent under remix-serve. */
    client?: {
      /** Aborted when the connection is closed before all of the response was sent. */
      gone: AbortSignal
      /** Resolves once the client has taken enough of what was written, or its connection is closed. */
      drained: () => Promise<void>
    }
    /** Why this process does not respond as asked; the page says it. */
    refusal?: string
    /** Set for a page that is rendered as a preview. */
    preview?: PagePreview
  }
  interface Future {
    v3_singleFetch: true
  }
}
