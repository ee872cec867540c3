export interface StoredRecord {
  id: string
  bytes: number
}

/** The limits of a section's history. A record has at most two texts of the largest content file. */
const MAX_RECORDS = 1_000
const MAX_BYTES = 250_000_000
const MAX_DAYS = 1_000

/** Records that are stored whatever the limits: the newest ones, and for so many days the newest one of each day. */
export const ALWAYS_STORED = 50
const DAILY_DAYS = 90

/**
 * The records of a section to remove, so that the others are within the bounds of number, bytes and age. `records` are
 * newest first; `isOlder` decides whether a record is older than so many days. The oldest of the day with the most
 * records goes first, the newest of a day after all others: a program that saves a thousand times must not push out the
 * edits of people.
 */
export function surplusOf(
  records: readonly StoredRecord[],
  isOlder: (record: StoredRecord, days: number) => boolean,
): StoredRecord[] {
  const surplus: StoredRecord[] = []
  const ofDays = new Map<string, StoredRecord[]>()
  const newestOfDays: StoredRecord[] = []
  records.forEach((record, at) => {
    if (at < ALWAYS_STORED) return
    const day = record.id.slice(0, 8)
    const isNewestOfDay = records[at - 1]?.id.slice(0, 8) !== day
    if (isNewestOfDay && !isOlder(record, DAILY_DAYS)) return
    if (isOlder(record, MAX_DAYS)) surplus.push(record)
    else if (isNewestOfDay) newestOfDays.push(record)
    else if (ofDays.get(day)?.push(record) === undefined) ofDays.set(day, [record])
  })
  const sizeOf = (some: readonly StoredRecord[]) => some.reduce((sum, { bytes }) => sum + bytes, 0)
  let excess = records.length - surplus.length - MAX_RECORDS
  let excessBytes = sizeOf(records) - sizeOf(surplus) - MAX_BYTES
  while (excess > 0 || excessBytes > 0) {
    let fullest = newestOfDays
    let most = 0
    for (const ofDay of ofDays.values()) if (ofDay.length > most) [fullest, most] = [ofDay, ofDay.length]
    const record = fullest.pop()
    if (!record) break
    surplus.push(record)
    excess -= 1
    excessBytes -= record.bytes
  }
  return surplus
}
