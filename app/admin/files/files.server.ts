import { unknownIntent } from '#app/http/http-error.ts'
import { adminAction, adminLoader } from '#app/guard.server.ts'
import { findLibraryFile, libraryDocuments, libraryImages, findFiles } from '#app/media/library/library-files.server.ts'
import type { TrashedFile } from '#app/media/trash/file-trash.server.ts'
import { receiveForm } from '#app/media/uploads/receive-form.server.ts'
import { uploadKindOfName, uploadReceiver } from '#app/media/uploads/upload-receiver.server.ts'
import { type FileUse } from '#app/sections/site-files.server.ts'
import { countOf, formatTime } from '#app/editing/ui/format.ts'
import type { LibraryFile } from '#app/media/library/library-file.ts'
import { FILES_PAGE, filesHref, readFilesView } from './files-address.ts'
import { currentSite } from '#app/site.server.ts'

const PAGE_SIZE = 48

/** A file as the screen shows it. */
export interface ShownFile extends LibraryFile {
  when: string
  uses: FileUse[]
}

export interface ShownTrashed extends TrashedFile {
  when: string
}

/** The files or deleted files that the address asks for, and the one it asks to delete (`?delete=`). */
export const filesLoader = adminLoader('editor', ({ request }) => {
  const search = new URL(request.url).searchParams
  const { kind, query, page } = readFilesView(search)
  const [images, documents, deleted] = [
    libraryImages(currentSite().media),
    libraryDocuments(currentSite().media),
    currentSite().media.trash.list(),
  ]
  const uses = currentSite().files.fileUses()
  const describe = (file: LibraryFile): ShownFile => ({
    ...file,
    when: formatTime(file.modified),
    uses: uses.get(file.file) ?? [],
  })
  const shown = { query, page, pageSize: PAGE_SIZE }
  const files = findFiles(kind === 'document' ? documents : kind === 'image' ? images : [], shown)
  const trashed = findFiles(kind === 'deleted' ? deleted : [], shown)
  const asked = findLibraryFile(currentSite().media, search.get('delete') ?? '')
  return {
    view: { kind, query, page: kind === 'deleted' ? trashed.page : files.page },
    pageSize: PAGE_SIZE,
    total: kind === 'deleted' ? trashed.total : files.total,
    counts: { image: images.length, document: documents.length, deleted: deleted.length },
    files: files.files.map(describe),
    trashed: trashed.files.map(describeTrashed),
    isMissing: search.has('delete') && !asked,
    deleting: asked && describe(asked),
  }
})

/**
 * Stores the files of `files-upload`, deletes the file of `?delete=` (`intent=delete`), or brings a deleted one back
 * (`intent=restore`, `entry`). Each comes back to the view of the address with a message.
 */
export const filesAction = adminAction('publisher', async ({ request }) => {
  const search = new URL(request.url).searchParams
  const page = filesHref(readFilesView(search))
  const { formData, fileErrors } = await receiveForm(request, {
    receiverOf: (input) =>
      input === 'files-upload' ? uploadReceiver(currentSite().media, 'files', uploadKindOfName) : undefined,
  })
  switch (formData.get('intent')) {
    case 'delete':
      return deleteFile(search.get('delete') ?? '', page)
    case 'restore':
      return restoreFile(textOf(formData.get('entry')), page)
    case 'upload':
      return uploadsRedirect(formData.getAll('files').map(textOf), Object.values(fileErrors).flat())
    default:
      throw unknownIntent()
  }
})

async function deleteFile(file: string, page: string) {
  const outcome = await currentSite().files.discardFile(file)
  if (outcome === 'missing') return currentSite().flash.flashRedirect(page, failure('This file no longer exists.'))
  if (outcome === 'used')
    return currentSite().flash.flashRedirect(page, failure(`${file} was not deleted, because a section uses it now.`))
  return currentSite().flash.flashRedirect(page, {
    kind: 'success',
    message: `${file} deleted`,
    undo: { section: 'files', entry: outcome.entry },
  })
}

async function restoreFile(entry: string, page: string) {
  const file =
    currentSite()
      .media.trash.list()
      .find(({ id }) => id === entry)?.file ?? ''
  switch (await currentSite().files.bringBackFile(entry)) {
    case 'back':
      return currentSite().flash.flashRedirect(page, { kind: 'success', message: `${file} was restored` })
    case 'taken':
      return currentSite().flash.flashRedirect(
        page,
        failure(`There is already another file named ${file}. Delete that one first.`),
      )
    case 'gone':
      return currentSite().flash.flashRedirect(page, failure('This file is no longer in the trash.'))
  }
}

/** Redirects to the list of the uploaded files, with what was wrong with the others. */
function uploadsRedirect(stored: string[], problems: string[]) {
  const kinds = new Set(stored.map((value) => (value.startsWith('/') ? 'document' : 'image')))
  const page = kinds.size === 1 && kinds.has('document') ? filesHref({ kind: 'document' }) : FILES_PAGE
  const uploaded = stored.length > 0 ? `${countOf(stored.length, 'file')} uploaded` : ''
  if (problems.length > 0)
    return currentSite().flash.flashRedirect(page, failure([uploaded, ...problems].filter(Boolean).join('. ')))
  if (uploaded === '') return currentSite().flash.flashRedirect(page, failure('Choose the files first.'))
  return currentSite().flash.flashRedirect(page, { kind: 'success', message: uploaded })
}

function textOf(value: FormDataEntryValue | null) {
  return typeof value === 'string' ? value : ''
}

function failure(message: string) {
  return { kind: 'failure' as const, message }
}

function describeTrashed(entry: TrashedFile): ShownTrashed {
  return { ...entry, when: formatTime(new Date(entry.deleted).toISOString()) }
}
