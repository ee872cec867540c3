import { z } from 'zod'
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

/** What the address asks for; whatever makes no sense is as if it were not there. */
export function readHistoryView(searchParams: URLSearchParams): HistoryView {
  return historyView.parse(Object.fromEntries(searchParams))
}

/** Address of a page of the history. */
export function historyPageHref({ page, ...filters }: HistoryView, base = '/admin/history') {
  const search = new URLSearchParams(Object.entries(filters).filter(([, value]) => value !== ''))
  if (page > 1) search.set('page', String(page))
  return search.size === 0 ? base : `${base}?${search.toString()}`
}

/** Tells whether an edit was made by that author and on those days. */
export function isAskedFor({ author, from, to }: HistoryView, entry: HistoryEntry) {
  if (author !== '' && entry.author !== author) return false
  if (from !== '' && entry.time < startOf(from)) return false
  return to === '' || entry.time < startOf(to, 1)
}

/** One page of a list; one beyond the last is the last. */
export function pageOf<Item>(items: readonly Item[], page: number) {
  const pageCount = Math.max(1, Math.ceil(items.length / PAGE_SIZE))
  const shown = Math.min(page, pageCount)
  return { page: shown, pageCount, shown: items.slice((shown - 1) * PAGE_SIZE, shown * PAGE_SIZE) }
}

const historyView = z.object({
  section: z.string().max(64).catch(''),
  author: z.string().max(64).catch(''),
  from: z.iso.date().catch(''),
  to: z.iso.date().catch(''),
  page: z.coerce.number().int().min(1).max(10_000).catch(1),
})

/** The moment a day begins in India, whose clocks never change, in UTC as entries of the history have it. */
function startOf(day: string, daysLater = 0) {
  const time = new Date(`${day}T00:00:00+05:30`)
  time.setUTCDate(time.getUTCDate() + daysLater)
  return time.toISOString()
}
