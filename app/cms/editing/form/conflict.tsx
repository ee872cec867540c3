import { useFormMetadata, type FormMetadata } from '@conform-to/react'
import { createContext, useCallback, useContext, useEffect, useRef, useState, type ReactNode } from 'react'
import { valueAt } from '#app/cms/content/compare/describe-collisions.ts'
import {
  followListChange,
  readListChange,
  type Choice,
  type ListChange,
  type CollisionToResolve,
} from '#app/cms/content/compare/resolve-collision.ts'
import { isListChange } from '#app/cms/platform/http/form-envelope.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { choiceName, CollisionChoices } from './collision-choices.tsx'
import type { SaveReply } from './save-reply.ts'
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

/** True while the form asks which version to keep. */
export function useIsInConflict(): boolean {
  return useContext(ConflictContext).length > 0
}

interface ConflictNoticeProps extends Pick<SaveReply, 'savedBy'> {
  /** Labels of fields that only someone else has changed and the form now shows. */
  merged: readonly string[]
  /** True if the form shows a draft, and the published version has changed since: nothing was being saved. */
  isDraft: boolean
}

/** After a conflict: the choice between the two versions of each place that both sides have changed. */
export function ConflictNotice({ merged, isDraft, savedBy }: ConflictNoticeProps) {
  const open = useContext(ConflictContext)
  const showChoice = useChoiceInField(open)
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
            {savedBy && (
              <p>
                Saved by {savedBy.author}, <time dateTime={savedBy.time}>{savedBy.when}</time>
              </p>
            )}
            <p>Your text is still in the form. Choose for each place which version to keep, then save again.</p>
          </>
        )}
        {merged.length > 0 && <p>The form already includes the saved changes in other fields: {enumerate(merged)}.</p>}
        <CollisionChoices collisions={open} sides={sides} isPreset onChoose={showChoice} />
        <input type="hidden" name="conflict" value={JSON.stringify(open.map(toPosted))} />
        {isDraft && <input type="hidden" name="conflict-with" value="published" />}
      </div>
    </div>
  )
}

/**
 * Writes the chosen version into its field. A field that is typed into after that is the person's own version again.
 * Without JavaScript only the server does as was chosen.
 */
function useChoiceInField(open: readonly CollisionToResolve[]) {
  const form: FormMetadata = useFormMetadata()
  const typed = useRef(new Map<string, string>())
  const { id } = form
  useEffect(() => {
    const onInput = ({ target }: Event) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) return
      if (target.form?.id !== id) return
      const at = open.findIndex(({ name, isField }) => isField && name === target.name)
      const theirs = open[at] && fieldText(open[at].collision.theirs)
      const choices = target.form.elements.namedItem(choiceName(at))
      if (!(choices instanceof RadioNodeList) || choices.value !== 'theirs' || target.value === theirs) return
      for (const choice of choices) if (choice instanceof HTMLInputElement) choice.checked = choice.value === 'mine'
    }
    document.addEventListener('input', onInput)
    return () => {
      document.removeEventListener('input', onInput)
    }
  }, [id, open])
  return ({ name, isField, collision }: CollisionToResolve, choice: Choice) => {
    if (!isField) return
    const now = fieldText(valueAt(form.value, name)) ?? ''
    const theirs = fieldText(collision.theirs) ?? ''
    if ((choice === 'theirs') === (now === theirs)) return
    if (choice === 'theirs') typed.current.set(name, now)
    const value = choice === 'theirs' ? theirs : (typed.current.get(name) ?? fieldText(collision.mine) ?? '')
    form.update({ name, value })
  }
}

/** A value as its field holds it, '' for none; undefined for what is no single field, such as a list. */
export function fieldText(value: unknown): string | undefined {
  if (typeof value === 'boolean') return value ? 'on' : ''
  return value === undefined || typeof value === 'string' || typeof value === 'number' ? String(value ?? '') : undefined
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
  const isHydrated = useHydrated()
  return (
    <p className="field__other" id={id}>
      <b>Saved meanwhile</b> <span>{value === '' ? '(empty)' : value}</span>{' '}
      {!isHydrated && <span>The field shows your version. What is chosen above is saved.</span>}{' '}
      <a href={`#${CHOICES}`}>Choose above</a>
    </p>
  )
}
