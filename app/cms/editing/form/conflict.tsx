import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react'
import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import {
  followListChange,
  readListChange,
  type ListChange,
  type CollisionToResolve,
} from '#app/cms/content/compare/resolve-collision.ts'
import { isListChange } from '#app/cms/platform/http/form-envelope.ts'
import { CollisionChoices } from './collision-choices.tsx'
import { typeInto } from './type-into.ts'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { enumerate } from '#app/cms/platform/format/words.ts'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { isRecord } from '#app/cms/content/compare/content-words.ts'

interface Conflict {
  /** The places that are not decided yet. */
  open: readonly CollisionToResolve[]
  /** Marks a field as decided. */
  resolve: (name: string) => void
}

const ConflictContext = createContext<Conflict>({ open: [], resolve: () => undefined })

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
  const value = useMemo(
    () => ({
      open,
      resolve: (name: string) => {
        change((collisions) => collisions.filter((described) => described.name !== name))
      },
    }),
    [open, change],
  )
  return <ConflictContext.Provider value={value}>{children}</ConflictContext.Provider>
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
  const { open } = useContext(ConflictContext)
  return open.find((difference) => difference.name === name && difference.isField)?.theirs
}

/** True if the entry with this field name has differences that are not decided yet. */
export function useHasConflict(entryName: string): boolean {
  const { open } = useContext(ConflictContext)
  return open.some(({ name }) => name.startsWith(`${entryName}.`))
}

/** The open differences, and a function that marks a field as decided. */
function useConflict(): Conflict {
  return useContext(ConflictContext)
}

interface ConflictNoticeProps {
  /** Labels of fields that only someone else has changed and the form now shows. */
  merged: readonly string[]
  /** Address of the page with the saved content, to discard the edit. */
  href: string
  /** True if the form shows a draft, and the published version has changed since: nothing was being saved. */
  isDraft: boolean
}

/** After a conflict: the choice between the two versions of each place that both sides have changed. */
export function ConflictNotice({ merged, href, isDraft }: ConflictNoticeProps) {
  const { open } = useConflict()
  const sides = isDraft
    ? { mine: 'The draft', theirs: 'The published version' }
    : { mine: 'Your version', theirs: 'Saved version' }
  return (
    <div className="status status--note" role="alert" tabIndex={-1} data-choice>
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
      {!isDraft && (
        <a className="btn" href={href}>
          Use saved version
        </a>
      )}
    </div>
  )
}

/** A place as the form sends it with the choice, and gets it back if the form is refused. */
function toPosted({ collision, choices, label }: CollisionToResolve) {
  return { ...collision, choices, label }
}

interface OtherValueProps {
  id: string
  field: Pick<FieldMetadata, 'name' | 'formId'>
  value: string
}

/** After a conflict: the saved value of the field, and with JavaScript a button that uses it. */
export function OtherValue({ id, field: { name, formId }, value }: OtherValueProps) {
  const form = useFormMetadata<FormContent>(formId)
  const { resolve } = useConflict()
  const isHydrated = useHydrated()
  return (
    <div className="field__other">
      <p id={id}>
        <b>Saved meanwhile</b> <span>{value === '' ? '(empty)' : value}</span>
      </p>
      {isHydrated && (
        <button
          className="btn"
          type="button"
          onClick={() => {
            const control = controlOf(formId, name)
            if (control) {
              typeInto(control, value)
              control.focus()
            }
            // A field with a picture is re-created with the new value.
            else form.update({ value: withValueAt(form.value, name, value) })
            resolve(name)
          }}
        >
          Use saved value
        </button>
      )}
    </div>
  )
}

/** The control in which the field is typed; undefined for other fields. */
function controlOf(formId: string, name: string) {
  const control = document.forms.namedItem(formId)?.elements.namedItem(name)
  const isTyped =
    control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type !== 'hidden')
  return isTyped ? control : undefined
}

/** Content as a form holds it while it is edited. */
interface FormContent {
  [name: string]: FormPart
}
type FormPart = string | FormContent | FormPart[] | undefined

/** A copy of a form's content with another value at the field of this name: `title`, `members[2].image`. */
export function withValueAt(content: unknown, name: string, value: string): FormContent {
  const steps = [...name.matchAll(/[^.[\]]+/g)].map(([step]) => step)
  return fieldsOf(content, steps, value)
}

/** Copies a part of the content. `steps` lead from it to the field: empty at the field itself, undefined elsewhere. */
function copy(part: unknown, steps: string[] | undefined, value: string): FormPart {
  if (steps?.length === 0) return value
  if (Array.isArray(part)) return part.map((entry, at) => copy(entry, restOf(steps, String(at)), value))
  if (isRecord(part) || steps) return fieldsOf(part, steps, value)
  return typeof part === 'string' ? part : undefined
}

function fieldsOf(part: unknown, steps: string[] | undefined, value: string): FormContent {
  const fields = isRecord(part) ? part : {}
  const names = new Set([...Object.keys(fields), ...(steps?.slice(0, 1) ?? [])])
  return Object.fromEntries([...names].map((name) => [name, copy(fields[name], restOf(steps, name), value)]))
}

function restOf(steps: string[] | undefined, step: string) {
  return steps?.[0] === step ? steps.slice(1) : undefined
}
