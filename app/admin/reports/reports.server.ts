import { randomUUID } from 'node:crypto'
import { contentToEdit, deleteEntry, saveEntry, type EditedList } from '#app/admin/editor/edit-entry.server.ts'
import { readPostedEdit } from '#app/admin/editor/posted-edit.server.ts'
import { restoreEdit } from '#app/admin/history/section-history.server.ts'
import type { Entry } from '#app/content/store/edit-entry.ts'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { unknownIntent } from '#app/http/http-error.ts'
import { usedFiles } from '#app/media/library/used-files.server.ts'
import { uploadFolders } from '#app/schema/walk-schema.ts'
import { reportForm, reports } from '#app/sections/reports/reports.ts'
import { currentSite } from '#app/site.server.ts'

export const reportList: EditedList = {
  section: reports,
  list: 'reports',
  entryForm: reportForm,
  page: '/admin/reports',
  missingMessage: 'This report no longer exists.',
  indexFor: indexByYear,
}

/** The reports in their order, size and date of their files, and an id for one to be added. */
export const reportsLoader = adminLoader('editor', () => {
  const { value, version, broken } = contentToEdit(reports)
  return {
    reports: value.reports,
    version,
    broken,
    failedMessage: reports.messages.failed,
    ...usedFiles(value, currentSite().media.forStaff),
    folders: uploadFolders(reportForm),
    newId: randomUUID(),
  }
})

/**
 * Saves the report that `?edit=` names (`new`: adds the posted one), deletes the one of `?delete=`, or restores an earlier
 * version (`intent=restore`).
 */
export const reportsAction = adminAction('publisher', async ({ request, user }) => {
  const posted = await readPostedEdit(request, reportForm)
  const query = new URL(request.url).searchParams
  const [editId, deleteId] = [query.get('edit'), query.get('delete')]
  const author = user.id
  if (posted.intent === 'restore') return restoreEdit(reports, posted, author, reportList.page)
  if (posted.intent === 'delete' && deleteId !== null) {
    return deleteEntry(reportList, posted, deleteId, { author, reason: 'Report deleted' })
  }
  if (posted.intent !== 'save' || editId === null) throw unknownIntent()
  if (editId === 'new') return saveEntry(reportList, posted, { author, reason: 'Report added' })
  posted.content.set('_id', editId)
  return saveEntry(reportList, posted, { author, reason: 'Report updated' })
})

/** Newest first by year. A report whose year has not changed stays where it is. */
function indexByYear(others: readonly Entry[], next: Entry, stored: Entry | undefined) {
  if (stored && yearOf(stored) === yearOf(next)) return undefined
  const older = others.findIndex((other) => yearOf(other).localeCompare(yearOf(next), 'en', { numeric: true }) < 0)
  return older === -1 ? others.length : older
}

function yearOf(report: Entry) {
  return String(report['year'])
}
