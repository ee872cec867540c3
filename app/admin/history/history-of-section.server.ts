import { unknownIntent } from '#app/http/http-error.ts'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { readSmallForm } from '#app/http/read-form.server.ts'
import { bringBack, deletedEntries } from './deleted-entries.server.ts'
import { pageOf, readHistoryView } from './history-address.ts'
import { describeEdit, historyHref, requireKnownSection, restoreEdit } from './section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

/** One page of a section's edits, the entry that keeps the state before them all, and what was deleted from its lists. */
export const sectionHistoryLoader = adminLoader(async ({ request, params }) => {
  const section = requireKnownSection(params['section'])
  const entries = await currentSite().content.history(section)
  const view = readHistoryView(new URL(request.url).searchParams)
  const { page, pageCount, shown } = pageOf(entries, view.page)
  const oldest = page === pageCount ? entries.at(-1) : undefined
  return {
    section: { id: section.id, label: section.label },
    page,
    total: entries.length,
    edits: shown.map(describeEdit),
    oldest: oldest && describeEdit(oldest),
    deleted: page === 1 ? deletedEntries(section, entries) : [],
  }
})

/** Brings an earlier state back (`intent=restore`), or an entry that was deleted (`bring-back`). */
export const sectionHistoryAction = adminAction(async ({ request, params, admin }) => {
  const section = requireKnownSection(params['section'])
  const { fields } = await readSmallForm(request)
  const textOf = (name: string) => (typeof fields[name] === 'string' ? fields[name] : '')
  const entry = textOf('entry')
  if (fields['intent'] === 'bring-back') {
    return bringBack(section, { entry, list: textOf('list'), id: textOf('id') }, admin.username)
  }
  if (fields['intent'] !== 'restore') throw unknownIntent()
  return restoreEdit(section, { entry, version: textOf('version') }, admin.username, historyHref(section.id))
})
