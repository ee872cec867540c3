import { filesIntents } from './files-intents.ts'
import { Form, Link } from '@remix-run/react'
import { ChooseAll } from '#app/cms/editing/ui/choose-all.tsx'
import { ConfirmPage } from '#app/cms/editing/ui/dialog.tsx'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { RECENT_HOURS, TRASH_LIMITS } from '#app/cms/media/uploads/trash-limits.ts'
import { FILES_PAGE, filesHref, MOVE_ALL_SIZE, type FilesView } from './files-address.ts'
import { FileActions, FileLink } from './files-list.tsx'
import type { MoveQuestion, ShownUnused } from './files.server.ts'

export const MOVE_CHOSEN_ID = 'move-chosen'
export const MOVE_ALL_ID = 'move-all'

interface UnusedFilesProps {
  view: FilesView
  files: readonly ShownUnused[]
  /** Number of files of the view that may be moved; undefined until the history has been searched. */
  freeCount: number | undefined
  unusedDays: number | undefined
}

/** The files that no section uses, each with its last use. Some or all of them can be moved to the trash. */
export function UnusedFiles({ view, files, freeCount, unusedDays }: UnusedFilesProps) {
  const isHydrated = useHydrated()
  const isSearched = freeCount !== undefined
  const canChoose = isSearched && files.some(isFree)
  return (
    <>
      <p className="hint">
        No section shows these files now. Files that an earlier version shows are not moved, so that you can restore
        that version. Files of the last {RECENT_HOURS} hours are not moved, because a form that is not saved yet may use
        them. {automaticNote(unusedDays)} <Link to={filesHref({ kind: 'housekeeping' })}>Automatic clean-up</Link>
      </p>
      {!isSearched && (
        <p className="hint" role="status">
          <b>The site is still searching the history for these files.</b> Load this page again in a moment. Then you can
          move them to the trash.
        </p>
      )}
      <Form action={FILES_PAGE} preventScrollReset>
        <input type="hidden" name="kind" value="unused" />
        {view.query !== '' && <input type="hidden" name="q" value={view.query} />}
        {view.page > 1 && <input type="hidden" name="page" value={view.page} />}
        {isSearched && freeCount > 0 && (
          <div className="files-bulk" role="group" aria-label="Move to the trash">
            {isHydrated && canChoose && (
              <ChooseAll className="files-bulk__all" name="file" of="files of this page that can be moved" />
            )}
            {canChoose && (
              <button className="btn btn--danger" id={MOVE_CHOSEN_ID} name="move" value="chosen">
                <Icon name="trash" />
                Move selected
              </button>
            )}
            <Link
              className="btn btn--danger"
              id={MOVE_ALL_ID}
              to={filesHref({ ...view, isMovingAll: true })}
              preventScrollReset
            >
              <Icon name="trash" />
              Move all {freeCount.toLocaleString('en')}
            </Link>
          </div>
        )}
        <table className="data-table files-table files-table--unused">
          <caption className="visually-hidden">Files that no section uses, newest first</caption>
          <thead>
            <tr>
              <th scope="col">
                <span className="visually-hidden">Choose</span>
              </th>
              <th scope="col">File</th>
              <th scope="col">Size</th>
              <th scope="col">Uploaded</th>
              <th scope="col">Last used</th>
              <th scope="col">Action</th>
            </tr>
          </thead>
          <tbody>
            {files.map((file) => (
              <tr key={file.file}>
                <td className="files-table__choose">
                  {isSearched && isFree(file) && (
                    <label>
                      <input type="checkbox" name="file" value={file.file} />
                      <span className="visually-hidden">Choose {file.file}</span>
                    </label>
                  )}
                </td>
                <th scope="row" className="files-table__name">
                  <FileLink file={file} />
                </th>
                <td className="files-table__fact">{formatBytes(file.bytes)}</td>
                <td className="files-table__fact">{file.when}</td>
                <td>
                  <LastUse file={file} isSearched={isSearched} />
                </td>
                <td className="data-table__act">
                  <FileActions view={view} file={file} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Form>
    </>
  )
}

function automaticNote(days: number | undefined) {
  if (days === undefined) return 'All other files stay here until you move them.'
  return `All other files are moved to the trash after ${days} days.`
}

function isFree({ lastUse, isRecent, draft }: ShownUnused) {
  return !lastUse && !isRecent && !draft
}

function LastUse({ file: { lastUse, isRecent, draft }, isSearched }: { file: ShownUnused; isSearched: boolean }) {
  if (draft) {
    return (
      <p className="files-uses">
        <Link to={draft.href}>{draft.label}</Link>
      </p>
    )
  }
  if (lastUse) {
    return (
      <p className="files-uses">
        <Link to={lastUse.href}>{lastUse.label}</Link>, until {lastUse.until.replace('Today', 'today')}
      </p>
    )
  }
  if (isRecent) return <p className="files-uses">Uploaded in the last {RECENT_HOURS} hours</p>
  return <p className="files-uses">{isSearched ? 'Not in the history' : 'Not known yet'}</p>
}

const NAMED = 5

/** Asks whether to move unused files to the trash: in a dialog over the list, or on its own page without a script. */
export function FilesMove({ question, view }: { question: MoveQuestion; view: FilesView }) {
  const { isAll, count, bytes, files } = question
  const named = files.slice(0, NAMED)
  return (
    <ConfirmPage
      title="Move to the trash"
      closeTo={filesHref(view)}
      button={count > 0 ? { label: 'Move to the trash', intent: filesIntents.move } : undefined}
    >
      {count === 0 ? (
        <p>Select at least one file.</p>
      ) : (
        <>
          <p>
            Are you sure you want to move {countOf(count, 'file')} ({formatBytes(bytes)}) to the trash? You can restore
            them for {TRASH_LIMITS.days} days.
            {isAll && count === MOVE_ALL_SIZE && ` These are the newest ${MOVE_ALL_SIZE.toLocaleString('en')}.`}
          </p>
          <ul className="files-named">
            {named.map((file) => (
              <li key={file}>{file}</li>
            ))}
            {count > named.length && <li>and {(count - named.length).toLocaleString('en')} more</li>}
          </ul>
        </>
      )}
      {isAll ? (
        <input type="hidden" name="all" value="1" />
      ) : (
        files.map((file) => <input key={file} type="hidden" name="file" value={file} />)
      )}
    </ConfirmPage>
  )
}
