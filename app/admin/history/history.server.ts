import { adminLoader } from '#app/guard.server.ts'
import { sections } from '#app/sections/definitions.ts'
import { isAskedFor, pageOf, readHistoryView } from './history-address.ts'
import { allEntries, describeSectionEdit } from './section-history.server.ts'

/** One page of the edits over all sections that the address asks for, and what can be asked for. */
export const historyLoader = adminLoader(async ({ request }) => {
  const view = readHistoryView(new URL(request.url).searchParams)
  const all = await allEntries(sections)
  const found = all.filter(({ section, entry }) => {
    return (view.section === '' || section.id === view.section) && isAskedFor(view, entry)
  })
  const { page, shown } = pageOf(found, view.page)
  return {
    view: { ...view, page },
    total: found.length,
    isEmpty: all.length === 0,
    edits: shown.map(describeSectionEdit),
    sections: sections.map(({ id, label }) => ({ id, label })),
    authors: [...new Set(all.map(({ entry }) => entry.author))].sort(),
  }
})
