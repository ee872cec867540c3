import '@remix-run/node'
import type { PagePreview } from './cms/platform/request-context.tsx'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Identifies the request in logs and error pages. Set by the host; absent under remix-serve. */
    requestId?: string
    /** IP address of the visitor, from the proxy headers if these are trusted. */
    clientAddress?: string
    /** The client of a response that is streamed. Absent under remix-serve. */
    client?: {
      /** Aborted when the connection is closed before all of the response was sent. */
      gone: AbortSignal
      /** Resolves when the client has received enough of the written data, or its connection is closed. */
      drained: () => Promise<void>
    }
    /** Set for a page that is rendered as a preview. */
    preview?: PagePreview
  }
  interface Future {
    v3_singleFetch: true
  }
}
