/** What one client may ask of the process. Times are in milliseconds, sizes in bytes. */
export interface Limits {
  /** Time from the first byte of a request to the end of its headers. */
  headersTimeout: number
  /** Time for a whole request, body included: the largest PDF, 40 MB, over 1 Mbit/s takes 320 s. */
  requestTimeout: number
  /** Rest of a connection between two requests. Longer than the 60 s of common proxies, so that they close first. */
  keepAliveTimeout: number
  /** The same while more than three quarters of all connections are taken. */
  crowdedKeepAliveTimeout: number
  /** Longest silence while a request or its answer is under way, and longest time for a client to take a piece of one. */
  silenceTimeout: number
  /** How often all but the rest between requests are looked at. */
  checkInterval: number
  headerBytes: number
  headerCount: number
  /** In all, and of one address (IPv6: of one network of 2^64) where no trusted proxy stands before the site. */
  connections: number
  connectionsOfOne: number
  /** Requests that Node's server answers over one connection before it closes it: as many as nginx. */
  requestsPerConnection: number
  /** Requests that may wait on a connection behind the one being answered. */
  pipelinedRequests: number
  /**
   * Reads that are rendered at a time, those that may wait for it, and those of them from one address (IPv6: one network). The
   * numbers hold for staff, the API and all others each. What is kept in memory is not among them.
   */
  renders: number
  waitingRenders: number
  waitingRendersOfOne: number
  /** Backstop behind the app's own, smaller limits for each kind of form. */
  bodyBytes: number
  /** Time that requests under way get to finish when the process is told to stop. */
  stopRequestsTimeout: number
  /** Time that the whole stop may take: less than the 10 s after which `docker stop` kills. */
  stopTimeout: number
}

export const defaultLimits: Limits = {
  headersTimeout: 15_000,
  requestTimeout: 360_000,
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
