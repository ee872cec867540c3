import { z } from 'zod'
import { listHref, readPage } from '#app/http/list-address.ts'
import type { HistoryEntry } from '#app/content/store/store.types.ts'

/** Edits on a page of the history. */
export const PAGE_SIZE = 50

/** Which edits are asked for; empty text: all of them. Days are those of the staff, YYYY-MM-DD, both included. */
export interface HistoryView {
  section: string
  author: string
  from: string
  to: string
  /** From 1. */
  page: number
}

/** Reads the address; invalid values count as absent. */
export function readHistoryView(search: URLSearchParams): HistoryView {
  return { ...filters.parse(Object.fromEntries(search)), page: readPage(search) }
}

/** Address of a page of the history. */
export function historyPageHref(view: HistoryView, base = '/admin/history') {
  return listHref(base, { ...view })
}

/** True if an edit was made by that author and on those days. */
export function isAskedFor({ author, from, to }: HistoryView, entry: HistoryEntry) {
  if (author !== '' && entry.author !== author) return false
  if (from !== '' && entry.time < startOf(from)) return false
  return to === '' || entry.time < startOf(to, 1)
}

const filters = z.object({
  section: z.string().max(64).catch(''),
  author: z.string().max(64).catch(''),
  from: z.iso.date().catch(''),
  to: z.iso.date().catch(''),
})

/** The moment a day begins in India, whose clocks never change, in UTC as entries of the history have it. */
function startOf(day: string, daysLater = 0) {
  const time = new Date(`${day}T00:00:00+05:30`)
  time.setUTCDate(time.getUTCDate() + daysLater)
  return time.toISOString()
}
