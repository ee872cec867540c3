import { unknownIntent } from '#app/http/http-error.ts'
import { randomUUID } from 'node:crypto'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { uploadFolders } from '#app/schema/walk-schema.ts'
import { usedFiles } from '#app/media/library/used-files.server.ts'
import { reportForm, reports } from '#app/sections/reports/reports.ts'
import type { YearlyDocument } from '#app/sections/reports/documents.ts'
import { contentToEdit } from '#app/admin/editor/content-to-edit.server.ts'
import { editPart } from '#app/admin/editor/edit-part.server.ts'
import { readPostedEdit, type PostedEdit } from '#app/admin/editor/posted-edit.server.ts'
import { saveEdit } from '#app/admin/editor/save-edit.server.ts'
import { savedRedirect } from '#app/admin/editor/saved-redirect.server.ts'
import { flashExpectedErrors, restoreEdit } from '#app/admin/history/section-history.server.ts'
import { currentSite } from '#app/site.server.ts'

const PAGE = '/admin/reports'

/** The reports in their order, size and date of their files, and an id for one to be added. */
export const reportsLoader = adminLoader(() => {
  const { value, version } = contentToEdit(reports)
  const fault = currentSite()
    .content.faults()
    .find(({ section }) => section === reports.id)
  return {
    reports: value.reports,
    version,
    fault,
    failedMessage: reports.messages.failed,
    ...usedFiles(value, currentSite().media),
    folders: uploadFolders(reportForm),
    newId: randomUUID(),
  }
})

/**
 * Saves the report that `?edit=` names (`new`: adds the posted one), deletes the one of `?delete=`, or brings an earlier
 * state back (`intent=restore`).
 */
export const reportsAction = adminAction(async ({ request, admin }) => {
  const posted = await readPostedEdit(request, reportForm)
  const query = new URL(request.url).searchParams
  const [editId, deleteId] = [query.get('edit'), query.get('delete')]
  if (posted.intent === 'restore') return restoreEdit(reports, posted, admin.username, PAGE)
  if (posted.intent === 'delete' && deleteId !== null) return deleteReport(posted, deleteId, admin.username)
  if (posted.intent === 'save' && editId !== null) return saveReport(posted, editId, admin.username)
  throw unknownIntent()
})

function saveReport(posted: PostedEdit, editId: string, author: string) {
  const isNew = editId === 'new'
  if (!isNew) posted.content.set('_id', editId)
  const _id = posted.content.get('_id')
  return saveEdit({
    posted,
    schema: reportForm,
    failedMessage: reports.messages.failed,
    select: reportOf(_id),
    save: (report, version, taken) => {
      const by = { version, author, reason: isNew ? 'Report added' : 'Report updated', taken }
      return updateReports(by, (all) => withReport(all, report))
    },
  })
}

async function deleteReport(posted: PostedEdit, id: string, author: string) {
  const isThere = contentToEdit(reports).value.reports.some(({ _id }) => _id === id)
  if (!isThere)
    return currentSite().flash.flashRedirect(PAGE, { kind: 'failure', message: 'This report is no longer there.' })
  return flashExpectedErrors(PAGE, () =>
    editPart({
      version: posted.version,
      select: reportOf(id),
      edit: (version) =>
        updateReports({ version, author, reason: 'Report deleted' }, (all) => all.filter(({ _id }) => _id !== id)),
    }),
  )
}

/** Finds a report in the section's content, so that editing one does not get in the way of editing another. */
function reportOf(id: FormDataEntryValue | null) {
  return (content: unknown) => reports.schema.parse(content).reports.find(({ _id }) => _id === id)
}

interface By {
  version: string
  author: string
  reason: string
  /** Labels of what was merged into it. */
  taken?: readonly string[]
}

async function updateReports(
  { version, author, reason, taken = [] }: By,
  change: (all: YearlyDocument[]) => YearlyDocument[],
) {
  const { historyEntry } = await currentSite().content.update(reports, {
    author,
    reason,
    expectedVersion: version,
    change: (current) => ({ ...current, reports: change(current.reports) }),
  })
  return savedRedirect(PAGE, { message: reason, historyEntry, taken })
}

/** Puts a report where its year belongs, newest first. One whose year has not changed stays where it is. */
function withReport(all: YearlyDocument[], report: YearlyDocument) {
  const at = all.findIndex(({ _id }) => _id === report._id)
  if (all[at]?.year === report.year) return all.with(at, report)
  const others = all.filter(({ _id }) => _id !== report._id)
  const older = others.findIndex(({ year }) => year.localeCompare(report.year, 'en', { numeric: true }) < 0)
  return others.toSpliced(older === -1 ? others.length : older, 0, report)
}
