import { createContext, useCallback, useContext, useEffect, useState, type ReactNode } from 'react'
import {
  followListChange,
  readListChange,
  type ListChange,
  type CollisionToResolve,
} from '#app/cms/content/compare/resolve-collision.ts'
import { isListChange } from '#app/cms/platform/http/form-envelope.ts'
import { CollisionChoices } from './collision-choices.tsx'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'

/** `id` of the notice with the choices. */
const CHOICES = 'conflict-choices'

/** The places that both sides have changed. */
const ConflictContext = createContext<readonly CollisionToResolve[]>([])

interface ProviderProps {
  formId: string
  conflict: readonly CollisionToResolve[]
  children: ReactNode
}

/** Provides the fields of a form with the values that someone else has saved in the meantime. */
export function ConflictProvider({ formId, conflict, children }: ProviderProps) {
  const [state, setState] = useState({ of: conflict, open: conflict })
  // A later conflict may be about the same fields again.
  const open = state.of === conflict ? state.open : conflict
  const change = useCallback(
    (next: (open: readonly CollisionToResolve[]) => readonly CollisionToResolve[]) => {
      setState((before) => ({ of: conflict, open: next(before.of === conflict ? before.open : conflict) }))
    },
    [conflict],
  )
  useEffect(() => {
    const onSubmit = (event: SubmitEvent) => {
      const isHere = event.target instanceof HTMLFormElement && event.target.id === formId
      const listChange = isHere && isListChange(event) ? readListChange(valueOf(event.submitter)) : undefined
      if (listChange)
        change((collisions) => collisions.flatMap((described) => afterListChange(described, listChange) ?? []))
    }
    document.addEventListener('submit', onSubmit, true)
    return () => document.removeEventListener('submit', onSubmit, true)
  }, [formId, change])
  return <ConflictContext.Provider value={open}>{children}</ConflictContext.Provider>
}

function afterListChange(described: CollisionToResolve, change: ListChange): CollisionToResolve | undefined {
  const collision = followListChange(described.collision, change)
  return collision && { ...described, name: collision.name, collision }
}

function valueOf(button: HTMLElement | null) {
  return button instanceof HTMLButtonElement ? button.value : ''
}

/** The value that someone else has saved in a field while it was being edited here; undefined if there is none. */
export function useOtherValue(name: string): string | undefined {
  const open = useContext(ConflictContext)
  return open.find((difference) => difference.name === name && difference.isField)?.theirs
}

/** True if the entry with this field name has differences that are not decided yet. */
export function useHasConflict(entryName: string): boolean {
  const open = useContext(ConflictContext)
  return open.some(({ name }) => name.startsWith(`${entryName}.`))
}

interface ConflictNoticeProps {
  /** Labels of fields that only someone else has changed and the form now shows. */
  merged: readonly string[]
  /** True if the form shows a draft, and the published version has changed since: nothing was being saved. */
  isDraft: boolean
}

/** After a conflict: the choice between the two versions of each place that both sides have changed. */
export function ConflictNotice({ merged, isDraft }: ConflictNoticeProps) {
  const open = useContext(ConflictContext)
  const sides = isDraft
    ? { mine: 'The draft', theirs: 'The published version' }
    : { mine: 'Your version', theirs: 'Saved version' }
  return (
    <div className="status status--note" id={CHOICES} role="alert" tabIndex={-1} data-choice>
      <Icon name="alert" />
      <div className="status__text">
        {isDraft ? (
          <>
            <b>The published version has changed in the same place. Choose for each place which version to keep.</b>
            <p>The draft is saved as it was. Save the draft to apply your choices.</p>
          </>
        ) : (
          <>
            <b>This was saved again after you opened this page. Your changes were not saved.</b>
            <p>Your text is still in the form. Choose for each place which version to keep, then save again.</p>
          </>
        )}
        {merged.length > 0 && <p>The form already includes the saved changes in other fields: {enumerate(merged)}.</p>}
        <CollisionChoices collisions={open} sides={sides} isPreset />
        <input type="hidden" name="conflict" value={JSON.stringify(open.map(toPosted))} />
        {isDraft && <input type="hidden" name="conflict-with" value="published" />}
      </div>
    </div>
  )
}

/** A place as the form sends it with the choice, and gets it back if the form is refused. */
function toPosted({ collision, choices, label }: CollisionToResolve) {
  return { ...collision, choices, label }
}

interface OtherValueProps {
  id: string
  value: string
}

/** After a conflict: the value that was saved in the field. The notice above the form has the choice. */
export function OtherValue({ id, value }: OtherValueProps) {
  return (
    <p className="field__other" id={id}>
      <b>Saved meanwhile</b> <span>{value === '' ? '(empty)' : value}</span> <a href={`#${CHOICES}`}>Choose above</a>
    </p>
  )
}
