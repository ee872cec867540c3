import type { IncomingMessage } from 'node:http'

/** What an answer from memory may depend on. */
export type Read = Pick<IncomingMessage, 'method' | 'url' | 'headers' | 'rawHeaders'>
