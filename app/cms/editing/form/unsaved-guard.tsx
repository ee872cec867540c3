import { useBeforeUnload, useBlocker, type BlockerFunction } from '@remix-run/react'
import { useCallback } from 'react'
import { Dialog } from '#app/cms/editing/ui/dialog.tsx'

interface UnsavedGuardProps {
  isUnsaved: boolean
  /** True for navigations that lose unsaved changes; by default those to another path. */
  isLeaving?: BlockerFunction
}

/** Asks for confirmation before the user leaves a page with unsaved changes, by a link of the site or by closing it. */
export function UnsavedGuard({ isUnsaved, isLeaving = toOtherPath }: UnsavedGuardProps) {
  const blocker = useBlocker((navigation) => isUnsaved && isLeaving(navigation))
  useBeforeUnload(
    useCallback(
      (event) => {
        if (isUnsaved) event.preventDefault()
      },
      [isUnsaved],
    ),
  )
  if (blocker.state !== 'blocked') return null
  const stay = () => {
    blocker.reset()
  }
  return (
    <Dialog title="Leave without saving?" size="small" onClose={stay}>
      <div className="dialog__body">
        <p>Your changes on this page are not saved yet.</p>
      </div>
      <footer className="dialog__foot">
        <span className="grow" />
        <button className="btn" type="button" onClick={stay}>
          Stay
        </button>
        <button
          className="btn btn--solid-danger"
          type="button"
          onClick={() => {
            blocker.proceed()
          }}
        >
          Leave
        </button>
      </footer>
    </Dialog>
  )
}

/** State of a link that discards the changes of the form on purpose, such as Cancel: no question follows. */
export const DISCARD_CHANGES = { discardsChanges: true }

function toOtherPath({ currentLocation, nextLocation }: Parameters<BlockerFunction>[0]) {
  const state: unknown = nextLocation.state
  const isOnPurpose = typeof state === 'object' && state !== null && 'discardsChanges' in state
  return currentLocation.pathname !== nextLocation.pathname && !isOnPurpose
}
