import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { S3Client } from './s3-client.server.ts'
import { readBody } from './s3-request.server.ts'

/** The object in the bucket that says which node writes. */
export const LEASE_KEY = 'lease'

const MAX_BYTES = 10_000

const leaseRecord = z.object({
  /** Number of the term: one higher with each change of the writer. */
  epoch: z.number().int().nonnegative(),
  /** Id of the process that writes; null: it has given up the lease. */
  holder: z.string().nullable(),
  /** How often its holder renews it, and thus how long it is to be seen unchanged before another node takes it. */
  pace: z.enum(['quick', 'slow']),
  /** Counts how often this term was renewed, so that no state of the object ever comes again. */
  renewal: z.number().int(),
  /** ISO 8601, by the clock of the holder, for people only. */
  written: z.string(),
})

export type LeaseRecord = z.infer<typeof leaseRecord>

const leaseText = jsonText(leaseRecord)

export interface FoundLease {
  etag: string
  /** Undefined: another release of the program wrote it. */
  record: LeaseRecord | undefined
  /** Milliseconds since it was written, by the clock of the store. */
  age: number
}

/** The lease in a bucket; undefined if there is none. Rejects with S3Unavailable or S3Refused. */
export async function readLease(client: S3Client): Promise<FoundLease | undefined> {
  const found = await client.get(LEASE_KEY)
  if (found === undefined || found === 'unchanged') return undefined
  const age = Date.parse(found.body.headers.date ?? '') - found.modified
  const text = (await readBody(found.body, MAX_BYTES)).toString()
  return { etag: found.etag, record: leaseText.safeParse(text).data, age }
}
