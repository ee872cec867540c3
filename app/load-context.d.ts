import '@remix-run/node'

declare module '@remix-run/node' {
  interface AppLoadContext {
    /** Names the request in logs and error pages. Set by the host; absent under remix-serve. */
    requestId?: string
    /** Address of the visitor, proxy headers considered where they may be trusted. */
    clientAddress?: string
  }
  interface Future {
    v3_singleFetch: true
  }
}
