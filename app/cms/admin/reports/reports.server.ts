import { randomUUID } from 'node:crypto'
import { deleteEntry, saveEntry, type EditedList } from '#app/cms/admin/editor/edit-entry.server.ts'
import { readPostedEdit } from '#app/cms/admin/editor/posted-edit.server.ts'
import { loadPresence } from '#app/cms/admin/presence/presence.server.ts'
import { changeListDraft, listTarget, listToEdit } from '#app/cms/admin/editor/list-draft.server.ts'
import type { Entry } from '#app/cms/content/store/edit-entry.ts'
import { contentIntents, isSavingIntent, savingIntents } from '#app/cms/editing/form/content-intents.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { usedFiles } from '#app/cms/media/library/used-files.server.ts'
import { fieldLabels, uploadFolders } from '#app/cms/define/walk-schema.ts'
import { reportForm, reports } from '#app/site/sections/reports/reports.ts'
import { currentSite } from '#app/cms/site.server.ts'

export const reportList: EditedList = {
  section: reports,
  list: 'reports',
  entryForm: reportForm,
  page: '/admin/reports',
  missingMessage: 'This report no longer exists.',
  indexFor: indexByYear,
}

/** The reports in their order, or those of their draft; size and date of their files, and an id for one to be added. */
export const reportsLoader = adminLoader('editor', (asked) => {
  const { value, version, broken, place } = listToEdit(reports, asked)
  return {
    reports: value.reports,
    version,
    broken,
    place,
    failedMessage: reports.messages.failed,
    ...usedFiles(value, currentSite().media.forStaff),
    folders: uploadFolders(reportForm),
    labels: fieldLabels(reportForm),
    newId: randomUUID(),
    presence: loadPresence(
      { section: reports.id, release: place.release?.id, entry: openReport(asked.request) },
      asked.user.id,
    ),
  }
})

/** The `_id` of the report that the address opens; undefined for a new one, which others cannot open. */
function openReport(request: Request) {
  const id = new URL(request.url).searchParams.get('edit')
  return id === null || id === 'new' ? undefined : id
}

/**
 * Saves the report that `?edit=` names (`new`: adds the posted one), or deletes the one of `?delete=`. Also handles the
 * intents of {@link changeListDraft}; without both parameters `delete` discards the draft.
 */
export const reportsAction = adminAction('editor', editReports, { keepsForms: savingIntents })

async function editReports(asked: { request: Request; user: User }) {
  const posted = await readPostedEdit(asked.request, reportForm)
  const query = new URL(asked.request.url).searchParams
  const [editId, deleteId] = [query.get('edit'), query.get('delete')]
  const { intent } = posted
  const isOfList = editId === null && deleteId === null
  const changed = await changeListDraft(
    reportList,
    asked,
    posted,
    intent === contentIntents.delete && isOfList ? 'discard' : intent,
  )
  if (changed) return changed
  const target = listTarget(reportList, asked, posted)
  if (intent === contentIntents.delete && deleteId !== null) {
    return deleteEntry(reportList, target, posted, deleteId, 'Report deleted')
  }
  if (!isSavingIntent(intent) || editId === null) throw unknownIntent()
  if (editId === 'new') return saveEntry(reportList, target, posted, 'Report added')
  posted.content.set('_id', editId)
  return saveEntry(reportList, target, posted, 'Report updated')
}

/** Newest first by year. A report whose year has not changed keeps its place. */
function indexByYear(others: readonly Entry[], next: Entry, stored: Entry | undefined) {
  if (stored && yearOf(stored) === yearOf(next)) return undefined
  const older = others.findIndex((other) => yearOf(other).localeCompare(yearOf(next), 'en', { numeric: true }) < 0)
  return older === -1 ? others.length : older
}

function yearOf(report: Entry) {
  return String(report['year'])
}
