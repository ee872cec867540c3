/** Limits of what a client can use. Times are in milliseconds, sizes in bytes. */
export interface Limits {
  /** Time from the first byte of a request to the end of its headers. */
  headersTimeout: number
  /** Time for a whole request, body included: the largest PDF, 40 MB, over 1 Mbit/s takes 320 s. */
  requestTimeout: number
  /**
   * Bytes a second that a body must arrive at on average, and the time at its begin that does not count. Far less than a
   * whole request in its time needs, so that a client cannot hold a connection with a byte now and then.
   */
  bodyBytesPerSecond: number
  bodyGrace: number
  /**
   * Idle time of a connection between two requests. Longer than the 60 s of common proxies, so that they close first.
   */
  keepAliveTimeout: number
  /** The same while more than three quarters of all connections are open. */
  crowdedKeepAliveTimeout: number
  /**
   * Longest silence while a request or its response is in progress, and longest time for a client to read a chunk of
   * one.
   */
  silenceTimeout: number
  /** Interval between checks of all time limits except the idle time. */
  checkInterval: number
  headerBytes: number
  headerCount: number
  /** In total, and from one address (IPv6: one network of 2^64); behind a trusted proxy only the total is limited. */
  connections: number
  connectionsOfOne: number
  /** Requests that Node's HTTP server handles on one connection before it closes it: as many as nginx. */
  requestsPerConnection: number
  /** Requests that may wait on a connection behind the one in progress. */
  pipelinedRequests: number
  /**
   * Reads that are rendered at a time, reads that may wait, and waiting reads from one address (IPv6: one network). The
   * numbers apply to staff, the API and all others separately. Cached responses do not count.
   */
  renders: number
  waitingRenders: number
  waitingRendersOfOne: number
  /** Upper limit behind the app's own, smaller limits for each kind of form. */
  bodyBytes: number
  /** Time that requests in progress get to finish when the process is stopped. */
  stopRequestsTimeout: number
  /** Time for the whole stop: less than the 10 s after which `docker stop` kills. */
  stopTimeout: number
}

export const defaultLimits: Limits = {
  headersTimeout: 15_000,
  requestTimeout: 360_000,
  bodyBytesPerSecond: 1_000,
  bodyGrace: 10_000,
  keepAliveTimeout: 65_000,
  crowdedKeepAliveTimeout: 5_000,
  silenceTimeout: 120_000,
  checkInterval: 5_000,
  headerBytes: 16 * 1024,
  headerCount: 100,
  connections: 4_000,
  connectionsOfOne: 200,
  requestsPerConnection: 1_000,
  pipelinedRequests: 8,
  renders: 4,
  waitingRenders: 500,
  waitingRendersOfOne: 50,
  bodyBytes: 64 * 1024 * 1024,
  stopRequestsTimeout: 7_000,
  stopTimeout: 8_000,
}
