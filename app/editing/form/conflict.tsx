import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import type { CollisionPlace } from '#app/content/compare/collision-places.ts'
import { Icon } from '#app/editing/ui/icon.tsx'
import { enumerate } from '#app/editing/ui/format.ts'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { isRecord } from '#app/content/compare/content-words.ts'

interface Conflict {
  /** The differences that are not decided yet. */
  open: readonly CollisionPlace[]
  /** Marks a field as decided. */
  settle: (name: string) => void
}

const ConflictContext = createContext<Conflict>({ open: [], settle: () => undefined })

/** Provides the fields of a form with the values that someone else has saved in the meantime. */
export function ConflictProvider({ conflict, children }: { conflict: readonly CollisionPlace[]; children: ReactNode }) {
  const [settled, setSettled] = useState<{ of: readonly CollisionPlace[]; names: readonly string[] }>({
    of: [],
    names: [],
  })
  const settle = useCallback(
    (name: string) => {
      // A later conflict may be about the same fields again.
      setSettled((before) => ({ of: conflict, names: before.of === conflict ? [...before.names, name] : [name] }))
    },
    [conflict],
  )
  const value = useMemo(() => {
    const open = settled.of === conflict ? conflict.filter(({ name }) => !settled.names.includes(name)) : conflict
    return { open, settle }
  }, [conflict, settled, settle])
  return <ConflictContext.Provider value={value}>{children}</ConflictContext.Provider>
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
export function useConflict(): Conflict {
  return useContext(ConflictContext)
}

interface ConflictNoticeProps {
  /** Labels of fields that only someone else has changed and the form now shows. */
  merged: readonly string[]
  /** Address of the page with the saved content, to discard the edit. */
  href: string
}

/** After a conflict: the fields that someone else has changed as well, and the choice between the two values. */
export function ConflictNotice({ merged, href }: ConflictNoticeProps) {
  const { open } = useConflict()
  return (
    <div className="status status--note" role="alert" tabIndex={-1} data-choice>
      <Icon name="alert" />
      <div className="status__text">
        <b>Someone else has saved changes since you opened this page. Your changes were not saved.</b>
        <p>Your text is still in the form. Save again to replace the saved version, or use the saved version.</p>
        {merged.length > 0 && <p>The form already includes the saved changes in other fields: {enumerate(merged)}.</p>}
        <dl className="conflict">
          {open.map(({ name, label, mine, theirs }) => (
            <div key={name + label}>
              <dt>{label}</dt>
              <dd>
                <b>Your version</b> {valueText(mine)}
              </dd>
              <dd>
                <b>Saved version</b> {valueText(theirs)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <a className="btn" href={href}>
        Use saved version
      </a>
    </div>
  )
}

function valueText(value: string | undefined) {
  if (value === undefined) return '(not in the list)'
  return value === '' ? '(empty)' : value
}

interface OtherValueProps {
  id: string
  field: Pick<FieldMetadata, 'name' | 'formId'>
  value: string
}

/** After a conflict: the saved value of the field, and with JavaScript a button that uses it. */
export function OtherValue({ id, field: { name, formId }, value }: OtherValueProps) {
  const form = useFormMetadata<FormContent>(formId)
  const { settle } = useConflict()
  const isHydrated = useHydrated()
  return (
    <div className="field__other">
      <p id={id}>
        <b>Saved by someone else</b> <span>{value === '' ? '(empty)' : value}</span>
      </p>
      {isHydrated && (
        <button
          className="btn"
          type="button"
          onClick={() => {
            const control = controlOf(formId, name)
            if (control) typeInto(control, value)
            // A field with a picture is re-created with the new value.
            else form.update({ value: withValueAt(form.value, name, value) })
            settle(name)
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

/** Sets a value as typing does. React overrides the setter of controlled inputs, so the prototype's is called. */
function typeInto(control: HTMLInputElement | HTMLTextAreaElement, value: string) {
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.focus()
}

/** Content as a form holds it while it is edited. */
interface FormContent {
  [name: string]: FormPart
}
type FormPart = string | FormContent | FormPart[] | undefined

/** A copy of a form's content with another value at the field of this name: `title`, `products[2].image`. */
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
