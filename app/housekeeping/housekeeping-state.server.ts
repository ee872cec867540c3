import { z } from 'zod'
import { jsonText } from '#app/storage/json-text.ts'
import type { Logger } from '#app/platform/log.server.ts'
import type { Storage } from '#app/storage/storage.ts'

export const HOUSEKEEPING_STATE = 'data/housekeeping.json'

/** More removals are named by the log only. */
const MOST_REMOVALS = 200

/** After how many unused days files may move to the trash by themselves. */
export const UNUSED_DAYS = [30, 90, 180, 365] as const

const removalKinds = [
  'unused',
  'staged',
  'draft',
  'trash',
  'message',
  'damaged-message',
  'history',
  'temporary',
  'variants',
] as const

const removal = z.object({
  at: z.iso.datetime(),
  kind: z.enum(removalKinds),
  name: z.string(),
})

const housekeepingState = z.object({
  /** Another layout needs another number. */
  version: z.literal(1),
  /** Set if unused files move to the trash by themselves. */
  unusedDays: z.union(UNUSED_DAYS.map((days) => z.literal(days))).optional(),
  lastRun: z.iso.datetime().optional(),
  /** Since when each thing is known to be of no use, by its name in the storage. */
  unusedSince: z.record(z.string(), z.iso.datetime()),
  /** The newest first. */
  removals: z.array(removal),
})

/** What one run of the housekeeping removed, or moved to a trash (`unused`, `staged`). */
export type Removal = z.infer<typeof removal>
export type HousekeepingState = Readonly<z.infer<typeof housekeepingState>>

/** The stored state; if there is none or it is damaged, the default, in which nothing happens to unused files. Never rejects. */
export async function readHousekeepingState(storage: Storage, log: Logger): Promise<HousekeepingState> {
  try {
    const stored = await storage.read(HOUSEKEEPING_STATE)
    if (stored) return jsonText(housekeepingState).parse(stored.bytes.toString())
  } catch (err) {
    log.error(
      { err, file: HOUSEKEEPING_STATE },
      'The settings of the housekeeping cannot be read; unused files stay where they are',
    )
  }
  return { version: 1, unusedSince: {}, removals: [] }
}

/** Stores the state. Rejects with StorageError. */
export async function writeHousekeepingState(storage: Storage, state: HousekeepingState): Promise<void> {
  await storage.commit([{ name: HOUSEKEEPING_STATE, bytes: JSON.stringify(state) }])
}

/** The removals to store, after a run that removed `newest`. */
export function latestRemovals(newest: readonly Removal[], earlier: readonly Removal[]): Removal[] {
  return [...newest.toReversed(), ...earlier].slice(0, MOST_REMOVALS)
}
