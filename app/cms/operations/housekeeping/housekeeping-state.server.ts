import { z } from 'zod'
import { jsonText } from '#app/cms/platform/json-text.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'

const HOUSEKEEPING_STATE = 'data/housekeeping.json'

/** How many removals are stored. Earlier ones are only in the log. */
const MAX_REMOVALS = 200

/** The possible numbers of unused days after which files are moved to the trash automatically. */
export const UNUSED_DAYS = [30, 90, 180, 365] as const

const removalKinds = [
  'unused',
  'staged',
  'draft',
  'trash',
  'message',
  'damaged-message',
  'temporary',
  'variants',
] as const

const removal = z.object({
  at: z.iso.datetime(),
  kind: z.enum(removalKinds),
  name: z.string(),
})

const housekeepingState = z.object({
  /** A change of the layout needs a new number. */
  version: z.literal(1),
  /** Set if unused files are moved to the trash automatically. */
  unusedDays: z.union(UNUSED_DAYS.map((days) => z.literal(days))).optional(),
  lastRun: z.iso.datetime().optional(),
  /** Since when each thing is known to be unused, by its name in the storage. */
  unusedSince: z.record(z.string(), z.iso.datetime()),
  /** The newest first. */
  removals: z.array(removal),
})

/** What one run of the housekeeping removed, or moved to a trash (`unused`, `staged`). */
export type Removal = z.infer<typeof removal>
export type HousekeepingState = Readonly<z.infer<typeof housekeepingState>>

/** The stored state. If it is missing or damaged, the default, in which unused files are not moved. Never rejects. */
export async function readHousekeepingState(storage: Storage, log: Logger): Promise<HousekeepingState> {
  try {
    const stored = await storage.read(HOUSEKEEPING_STATE)
    if (stored) return jsonText(housekeepingState).parse(stored.bytes.toString())
  } catch (err) {
    log.error(
      { err, file: HOUSEKEEPING_STATE },
      'The settings of the housekeeping cannot be read. Unused files are not moved to the trash',
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
  return [...newest.toReversed(), ...earlier].slice(0, MAX_REMOVALS)
}
