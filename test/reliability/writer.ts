import type { Client } from './client.ts'

/**
 * Writes of one kind, one after another, and their outcomes: acknowledged, or unknown because the host ended before it
 * responded.
 */
export interface Writer {
  name: string
  /** Makes the next write. Rejects if the host refuses it or ends. */
  write(client: Client): Promise<void>
  /** Reads the site. Resolves with what was acknowledged and is missing. Afterwards no outcome is unknown. */
  findLost(client: Client): Promise<string[]>
  /** Writes acknowledged so far. */
  readonly acknowledged: number
}
