import type { User } from '#app/cms/people/guard/user.ts'
import { actorOf } from '#app/cms/platform/author.server.ts'
import { filesIntents } from './files-intents.ts'
import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { MalformedBody, unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { adminAction } from '#app/cms/guard.server.ts'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { UNUSED_DAYS } from '#app/cms/operations/housekeeping/housekeeping-state.server.ts'
import type { TrashedFile } from '#app/cms/media/uploads/file-trash.server.ts'
import { receiveForm, uploadKindOfName, uploadReceiver } from '#app/cms/media/uploads/receive-form.server.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { FILES_PAGE, filesHref, PAGE_SIZE, readFilesView, type FilesView } from './files-address.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { freeFiles, listTrashed } from './files.server.ts'

/**
 * Stores the files of `files-upload`, deletes the file of `?delete=` (`intent=delete`), moves unused files to the trash
 * (`move`), restores deleted ones (`restore`, `entry`), sets when unused files move automatically (`settings`), or
 * tidies up now (`tidy`). Each redirects to the view of the address with a message.
 */
export const filesAction = adminAction('publisher', async ({ request, user }) => {
  const search = new URL(request.url).searchParams
  const view = readFilesView(search)
  const page = filesHref(view)
  const { formData, fileErrors } = await receiveForm(request, {
    owner: user.id,
    receiverOf: (input) =>
      input === 'files-upload' ? uploadReceiver(currentSite().media, 'files', uploadKindOfName) : undefined,
  })
  switch (formData.get('intent')) {
    case filesIntents.delete:
      return deleteFile(search.get('delete') ?? '', page, user)
    case filesIntents.move:
      return moveUnused(formData, view, user)
    case filesIntents.restore:
      return restoreFiles(textOf(formData.get('entry')), page, user)
    case filesIntents.settings:
      return setUnusedDays(textOf(formData.get('unusedDays')), page, user)
    case filesIntents.tidy:
      return tidyUp(page)
    case filesIntents.upload:
      return uploadsRedirect(formData.getAll('files').map(textOf), Object.values(fileErrors).flat(), user)
    default:
      throw unknownIntent()
  }
})

async function moveUnused(formData: FormData, view: FilesView, by: User) {
  const isAll = formData.get('all') !== null
  const chosen = formData.getAll('file').map(textOf)
  if (chosen.length > PAGE_SIZE) throw new MalformedBody(`At most ${PAGE_SIZE} files can be selected at once.`)
  const page = filesHref(isAll ? { ...view, page: 1 } : view)
  const wanted = new Set(isAll ? freeFiles(view.query).map(({ file }) => file) : chosen)
  const { moved, failure: refusal } = await currentSite().unusedFiles.moveToTrash(wanted)
  for (const { file } of moved) currentSite().audit.record({ kind: 'file.deleted', about: file, actor: actorOf(by) })
  const [first] = moved
  if (!first) return currentSite().flash.flashRedirect(page, failure(refusal?.message ?? 'No file was moved.'))
  const stayed = wanted.size - moved.length
  const detail =
    stayed > 0 ? `Not moved: ${countOf(stayed, 'file')} that a section or an earlier version uses now.` : undefined
  return currentSite().flash.flashRedirect(page, {
    kind: refusal ? 'failure' : 'success',
    message: `${countOf(moved.length, 'file')} moved to the trash`,
    detail: refusal?.message ?? detail,
    undo: { address: '/admin/files', entry: String(first.deleted) },
  })
}

async function setUnusedDays(value: string, page: string, by: User) {
  const days = UNUSED_DAYS.find((choice) => String(choice) === value)
  if (days === undefined && value !== '')
    return currentSite().flash.flashRedirect(page, failure('Choose one of the periods.'))
  return flashExpectedErrors(page, async () => {
    await currentSite().housekeeping.setUnusedDays(days)
    currentSite().audit.record({
      kind: 'setting.changed',
      about: 'unused files',
      detail: { days: days ?? 'never' },
      actor: actorOf(by),
    })
    const message =
      days === undefined
        ? 'Unused files are not moved automatically'
        : `Unused files are moved to the trash after ${days} days`
    return currentSite().flash.flashRedirect(page, { kind: 'success', message })
  })
}

/** How long the response to “Clean up now” waits for the end of the run (ms). */
const TIDY_MS = 5_000

async function tidyUp(page: string) {
  const removals = await Promise.race([
    currentSite().housekeeping.run(),
    new Promise<undefined>((resolve) => setTimeout(resolve, TIDY_MS, undefined).unref()),
  ])
  const message =
    removals === undefined
      ? 'Clean-up is still running. Reload this page in a moment.'
      : removals.length === 0
        ? 'Nothing to clean up'
        : `${countOf(removals.length, 'item')} removed`
  return currentSite().flash.flashRedirect(page, { kind: 'success', message })
}

async function deleteFile(file: string, page: string, by: User) {
  if (currentSite().unusedFiles.draftUses().has(file)) {
    return currentSite().flash.flashRedirect(page, failure(`${file} was not deleted, because a draft uses it now.`))
  }
  if (currentSite().media.staged.find(file)) return discardStaged(file, page)
  const outcome = await currentSite().files.discardFile(file)
  if (outcome === 'missing') return currentSite().flash.flashRedirect(page, failure('This file no longer exists.'))
  if (outcome === 'used')
    return currentSite().flash.flashRedirect(page, failure(`${file} was not deleted, because a section uses it now.`))
  currentSite().audit.record({ kind: 'file.deleted', about: file, actor: actorOf(by) })
  return currentSite().flash.flashRedirect(page, {
    kind: 'success',
    message: `${file} deleted`,
    undo: { address: '/admin/files', entry: outcome.entry },
  })
}

async function discardStaged(file: string, page: string) {
  const { media, flash } = currentSite()
  return flashExpectedErrors(page, async () => {
    const [entry] = await media.staged.discard([file])
    if (!entry) return flash.flashRedirect(page, failure(`${file} was not deleted, because it is public now.`))
    return flash.flashRedirect(page, {
      kind: 'success',
      message: `${file} deleted`,
      undo: { address: '/admin/files', entry: entry.id },
    })
  })
}

/** Restores deleted files. A staged one is staged again, so it is not public. */
async function restore(entries: readonly (TrashedFile & { isStaged: boolean })[]) {
  const { files, media } = currentSite()
  const outcomes = new Map<string, 'back' | 'gone' | 'taken'>()
  const published = entries.filter(({ isStaged }) => !isStaged)
  const restored = await files.bringBackFiles(published.map(({ id }) => id))
  for (const [at, { id }] of published.entries()) outcomes.set(id, restored[at] ?? 'gone')
  for (const { id, isStaged } of entries) if (isStaged) outcomes.set(id, await media.staged.restore(id))
  return entries.map(({ id }) => outcomes.get(id) ?? 'gone')
}

/**
 * Restores a deleted file by the id of its trash entry, or all that were deleted together by the time of the deletion.
 */
async function restoreFiles(entry: string, page: string, by: User) {
  const entries = listTrashed().filter(({ id, deleted }) => id === entry || String(deleted) === entry)
  const outcomes = await restore(entries)
  const [only] = entries
  if (only && entries.length === 1 && outcomes[0] === 'taken') {
    const message = `There is already another file named ${only.file}. Delete that file first.`
    return currentSite().flash.flashRedirect(page, failure(message))
  }
  const restored = entries.filter((_, at) => outcomes[at] === 'back')
  for (const { file } of restored)
    currentSite().audit.record({ kind: 'file.restored', about: file, actor: actorOf(by) })
  if (restored.length === 0) {
    return currentSite().flash.flashRedirect(page, failure('This file is no longer in the trash.'))
  }
  const taken = outcomes.filter((outcome) => outcome === 'taken').length
  return currentSite().flash.flashRedirect(page, {
    kind: 'success',
    message: entries.length === 1 ? `${only?.file} was restored` : `${countOf(restored.length, 'file')} restored`,
    ...(taken > 0 && {
      detail: `${countOf(taken, 'file')} stayed in the trash, because another file has the same name.`,
    }),
  })
}

/** Redirects to the list of the uploaded files, with the reasons why other files were refused. */
function uploadsRedirect(stored: string[], problems: string[], by: User) {
  for (const file of stored) currentSite().audit.record({ kind: 'file.uploaded', about: file, actor: actorOf(by) })
  const kinds = new Set(stored.map((value) => (value.startsWith('/') ? 'document' : 'image')))
  const page = kinds.size === 1 && kinds.has('document') ? filesHref({ kind: 'document' }) : FILES_PAGE
  const uploaded = stored.length > 0 ? `${countOf(stored.length, 'file')} uploaded` : ''
  if (problems.length > 0)
    return currentSite().flash.flashRedirect(
      page,
      failure([uploaded && `${uploaded}.`, ...problems].filter(Boolean).join(' ')),
    )
  if (uploaded === '') return currentSite().flash.flashRedirect(page, failure('Select at least one file.'))
  return currentSite().flash.flashRedirect(page, { kind: 'success', message: uploaded })
}

function failure(message: string) {
  return { kind: 'failure' as const, message }
}
