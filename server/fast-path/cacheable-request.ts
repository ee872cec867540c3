import type { IncomingMessage } from 'node:http'

/** The parts of a request that a cached response may depend on. */
export type CacheableRequest = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>
