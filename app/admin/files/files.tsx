import type { MetaFunction } from '@remix-run/node'
import { useLoaderData, useSearchParams } from '@remix-run/react'
import { adminMeta } from '#app/admin/shell/admin-meta.ts'
import { ListToolbar } from '#app/editing/ui/list-toolbar.tsx'
import { PageHead } from '#app/editing/ui/page-head.tsx'
import { Pager } from '#app/editing/ui/pager.tsx'
import { StatusMessage } from '#app/editing/ui/status-message.tsx'
import { StoredFilesProvider } from '#app/editing/files/stored-files.tsx'
import { useFocusReturn } from '#app/editing/ui/use-focus-return.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { FileDelete } from './file-delete.tsx'
import { filesHref, FILES_KINDS, FILES_PAGE } from './files-address.ts'
import { deleteLinkId, DocumentTable, ImageGrid, TrashTable } from './files-list.tsx'
import { FilesUpload } from './files-upload.tsx'
import { filesAction, filesLoader } from './files.server.ts'
import './files.css'

export { AdminError as ErrorBoundary } from '#app/admin/shell/admin-error.tsx'

export const loader = filesLoader
export const action = filesAction

export const meta: MetaFunction = () => adminMeta('Files')

const LABELS = { image: 'Images', document: 'Documents', deleted: 'Deleted' }

/** Everything that has been uploaded: where it is used, more of it, and less. `?delete=` asks whether to delete a file. */
export default function FilesPage() {
  const { view, pageSize, total, counts, files, isGone, deleting } = useLoaderData<typeof loader>()
  const [search] = useSearchParams()
  const isHydrated = useHydrated()
  useFocusReturn(deleting && deleteLinkId(search.get('delete') ?? ''))
  const { kind, query } = view
  return (
    <StoredFilesProvider images={files.flatMap(({ file, bytes, size }) => (size ? [{ file, bytes, ...size }] : []))}>
      {/* Without a script the question is a page of its own. */}
      {(!deleting || isHydrated) && (
        <>
          <PageHead title="Files">Images, documents and films that the sections of the website show</PageHead>
          <div role="alert">{isGone && <StatusMessage kind="failure" message="This file is no longer there." />}</div>
          <FilesUpload action={filesHref({ kind })} />
          <ListToolbar
            label="Files to show"
            tabs={FILES_KINDS.map((tab) => ({
              label: LABELS[tab],
              href: filesHref({ kind: tab, query }),
              count: counts[tab],
              isCurrent: tab === kind,
            }))}
            search={{
              action: FILES_PAGE,
              kept: kind === 'image' ? {} : { kind },
              label: 'Search files by name',
              placeholder: 'Name of the file',
              query,
              clearHref: filesHref({ kind }),
            }}
          />
          <FilesShown />
          <Pager
            page={view.page}
            pageSize={pageSize}
            total={total}
            href={(page) => filesHref({ ...view, page })}
            previous="Newer"
            next="Older"
          />
        </>
      )}
      {deleting && <FileDelete file={deleting} view={view} />}
    </StoredFilesProvider>
  )
}

function FilesShown() {
  const { view, total, files, trashed } = useLoaderData<typeof loader>()
  if (total === 0) return <NoFiles />
  if (view.kind === 'deleted') return <TrashTable view={view} files={trashed} />
  return view.kind === 'image' ? <ImageGrid view={view} files={files} /> : <DocumentTable view={view} files={files} />
}

function NoFiles() {
  const { view } = useLoaderData<typeof loader>()
  if (view.query !== '') {
    return (
      <p className="empty">
        <b>No file name contains “{view.query}”</b>
        Every word must occur in the name of the file.
      </p>
    )
  }
  if (view.kind === 'deleted') {
    return (
      <p className="empty">
        <b>No deleted files</b>
        What you delete can be brought back from here for 30 days.
      </p>
    )
  }
  return (
    <p className="empty">
      <b>{view.kind === 'image' ? 'No images yet' : 'No documents or films yet'}</b>
      Upload them here and choose them in the sections, or upload them right there. The original stays on your computer;
      images are kept without the place and camera they hold.
    </p>
  )
}
