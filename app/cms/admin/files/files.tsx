import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { filesIntents } from './files-intents.ts'
import type { MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams, Form, useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { adminMeta } from '#app/cms/admin/shell/admin-page.tsx'
import { ListToolbar, Pager } from '#app/cms/editing/ui/list-toolbar.tsx'
import { Empty } from '#app/cms/editing/ui/empty.tsx'
import { PageHead } from '#app/cms/editing/ui/page-head.tsx'
import { StatusMessage } from '#app/cms/editing/ui/status-message.tsx'
import { StoredFilesProvider } from '#app/cms/editing/files/stored-files.tsx'
import { useFocusReturn } from '#app/cms/editing/ui/focus.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { FileDelete, deleteLinkId, DocumentTable, ImageGrid, StagedFiles, TrashTable } from './files-list.tsx'
import { filesHref, FILES_KINDS, FILES_PAGE, PAGE_SIZE } from './files-address.ts'
import { HousekeepingView } from './files-housekeeping.tsx'
import { FilesMove, MOVE_ALL_ID, MOVE_CHOSEN_ID, UnusedFiles } from './files-unused.tsx'
import { filesAction } from './files-action.server.ts'
import { filesLoader } from './files.server.ts'
import { FILE_KINDS } from '#app/cms/media/library/library-file.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { UploadQueueStatus } from '#app/cms/editing/files/upload-status.tsx'
import { useUploadQueue } from '#app/cms/editing/files/upload-queue.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { TRASH_LIMITS } from '#app/cms/media/uploads/trash-limits.ts'

export { AdminError as ErrorBoundary } from '#app/cms/admin/shell/admin-page.tsx'

export const loader = filesLoader
export const action = filesAction

export const meta: MetaFunction = () => adminMeta('Files')

const LABELS = {
  image: 'Images',
  document: 'Documents',
  staged: 'Not public yet',
  unused: 'Not used',
  deleted: 'Deleted',
  housekeeping: 'Automatic clean-up',
}

/**
 * All uploaded files and where they are used. Files can be uploaded and deleted; `?delete=` asks whether to delete one,
 * `?move=` whether to move unused ones to the trash.
 */
export default function FilesPage() {
  const { view, total, counts, files, isMissing, deleting, moving } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  useFocusReturn(openerId({ deleting: deleting && (search.get('delete') ?? ''), moving }))
  const { kind, query } = view
  const isQuestion = deleting !== undefined || moving !== undefined
  return (
    <StoredFilesProvider images={files.flatMap(({ file, bytes, size }) => (size ? [{ file, bytes, ...size }] : []))}>
      {/* Without a script the question is shown on its own page. */}
      {(!isQuestion || isHydrated) && (
        <>
          <PageHead title="Files">Images, documents and films that the sections of the website show</PageHead>
          <div role="alert">{isMissing && <StatusMessage kind="failure" message="This file no longer exists." />}</div>
          {kind !== 'housekeeping' && kind !== 'staged' && <FilesUpload action={filesHref({ kind })} />}
          <ListToolbar
            label="Files to show"
            tabs={FILES_KINDS.map((tab) => ({
              label: LABELS[tab],
              href: filesHref({ kind: tab, query }),
              ...(tab !== 'housekeeping' && { count: counts[tab] }),
              isCurrent: tab === kind,
            }))}
            {...(kind !== 'housekeeping' && {
              search: {
                action: FILES_PAGE,
                hidden: kind === 'image' ? {} : { kind },
                label: 'Search files by name',
                placeholder: 'File name',
                query,
                clearHref: filesHref({ kind }),
              },
            })}
          />
          <FilesShown />
          <Pager
            page={view.page}
            pageSize={PAGE_SIZE}
            total={total}
            href={(page) => filesHref({ ...view, page })}
            previous="Newer"
            next="Older"
          />
        </>
      )}
      {deleting && <FileDelete file={deleting} view={view} />}
      {moving && <FilesMove question={moving} view={view} />}
    </StoredFilesProvider>
  )
}

/** `id` of the control that opened the question; undefined if there is no question. */
function openerId({ deleting, moving }: { deleting: string | undefined; moving: { isAll: boolean } | undefined }) {
  if (deleting !== undefined) return deleteLinkId(deleting)
  return moving && (moving.isAll ? MOVE_ALL_ID : MOVE_CHOSEN_ID)
}

function FilesShown() {
  const { view, total, files, trashed, unused, freeCount, housekeeping, ...loaded } = useLoaderData<typeof loader>()
  if (view.kind === 'housekeeping') return <HousekeepingView {...housekeeping} />
  if (total === 0) return <NoFiles kind={view.kind} query={view.query} />
  if (view.kind === 'unused') {
    return <UnusedFiles view={view} files={unused} freeCount={freeCount} unusedDays={housekeeping.unusedDays} />
  }
  if (view.kind === 'deleted') return <TrashTable view={view} files={trashed} />
  if (view.kind === 'staged') {
    return <StagedFiles view={view} files={files} bytes={loaded.stagedBytes} mostBytes={loaded.mostStagedBytes} />
  }
  return view.kind === 'image' ? <ImageGrid view={view} files={files} /> : <DocumentTable view={view} files={files} />
}

const UPLOAD_SOME =
  'Upload files here and choose them in the sections, or upload them in the sections. Images are stored without their location and camera data, films without their location.'

const EMPTY = {
  image: { title: 'No images yet', text: UPLOAD_SOME },
  document: { title: 'No documents or films yet', text: UPLOAD_SOME },
  staged: {
    title: 'No files waiting to be published',
    text: 'A file that you upload in an editor appears here until the content that shows it is published. Until then only staff can open the file.',
  },
  unused: { title: 'Every file is used', text: 'Files that no section shows appear here.' },
  deleted: { title: 'No deleted files', text: `You can restore deleted files here for ${TRASH_LIMITS.days} days.` },
}

function NoFiles({ kind, query }: { kind: keyof typeof EMPTY; query: string }) {
  if (query === '') return <Empty title={EMPTY[kind].title}>{EMPTY[kind].text}</Empty>
  return <Empty title={`No file name contains “${query}”`}>Every word must occur in the name of the file.</Empty>
}

const ACCEPTED = Object.values(FILE_KINDS)
  .map(({ accept }) => accept)
  .join(',')

const ANY_KIND = { isForLibrary: true }

/**
 * Uploads several files: with a script, one after the other as soon as they are chosen; without one, together in one
 * form.
 */
function FilesUpload({ action }: { action: string }) {
  const isHydrated = useHydrated()
  const { revalidate } = useRevalidator()
  const [storedCount, setStoredCount] = useState(0)
  const queue = useUploadQueue(ANY_KIND, () => {
    setStoredCount((count) => count + 1)
    revalidate()
  })
  return (
    <Form className="files-upload" method="post" action={action} encType="multipart/form-data">
      <label className="files-upload__drop filebtn" htmlFor="files-upload">
        <Icon name="plus" />
        <span>
          <b>Upload files</b> <span className="files-upload__drag">or drop them here</span>
          <span className="files-upload__limits">{LIMITS}</span>
        </span>
        <input
          id="files-upload"
          type="file"
          name="files-upload"
          accept={ACCEPTED}
          multiple
          onChange={({ currentTarget: input }) => {
            setStoredCount(0)
            queue.send([...(input.files ?? [])])
            input.value = ''
          }}
        />
      </label>
      {!isHydrated && (
        <button className="btn btn--primary" name="intent" value={filesIntents.upload}>
          Upload
        </button>
      )}
      <UploadQueueStatus id="files-upload" queue={queue} />
      <p role="status">{!queue.sending && storedCount > 0 && `${countOf(storedCount, 'file')} uploaded.`}</p>
    </Form>
  )
}

const limitOf = (kind: keyof typeof FILE_KINDS) => formatLimit(FILE_KINDS[kind].maxBytes)
const LIMITS = `Images up to ${limitOf('image')}, PDF up to ${limitOf('pdf')}, MP4 films and MP3 or M4A recordings up to ${limitOf('mp4')}, XLSX, CSV and XBRL (XML) up to ${limitOf('csv')}, VTT or SRT captions`
