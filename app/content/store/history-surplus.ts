/** Entries kept for each section. */
export const MAX_ENTRIES = 1_000

/** The newest entries always stay. */
const ALWAYS_KEPT = 50

/**
 * Which of a section's entries go so that {@link MAX_ENTRIES} stay. `ids` are newest first and begin with the day. Thins the
 * day with the most entries, from its oldest on, and leaves the newest of each day: a program that saves a thousand times does
 * not push out what people did on other days.
 */
export function surplusOf(ids: readonly string[]): string[] {
  const removable = new Map<string, string[]>()
  const newestOfDays: string[] = []
  ids.forEach((id, at) => {
    if (at < ALWAYS_KEPT) return
    const day = dayOf(id)
    if (dayOf(ids[at - 1]) !== day) newestOfDays.push(id)
    else if (removable.get(day)?.push(id) === undefined) removable.set(day, [id])
  })
  return Array.from({ length: Math.max(0, ids.length - MAX_ENTRIES) }, () => {
    let fullest: string[] = newestOfDays
    let most = 0
    for (const day of removable.values()) if (day.length > most) [fullest, most] = [day, day.length]
    return fullest.pop()
  }).filter((id) => id !== undefined)
}

function dayOf(id = '') {
  return id.slice(0, 8)
}
