import { useFormMetadata, type FieldMetadata } from '@conform-to/react'
import { useHydrated } from '#app/ui/use-hydrated.ts'
import { useConflict } from './conflict-context.tsx'
import { withValueAt, type FormContent } from '#app/content/compare/value-at.ts'

interface OtherValueProps {
  id: string
  field: Pick<FieldMetadata, 'name' | 'formId'>
  value: string
}

/** After a conflict: what stands in the field now, and with a script the button that takes it. */
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
            // What shows a picture is made anew with its value.
            else form.update({ value: withValueAt(form.value, name, value) })
            settle(name)
          }}
        >
          Use theirs
        </button>
      )}
    </div>
  )
}

/** The control in which the field is typed, if it is one. */
function controlOf(formId: string, name: string) {
  const control = document.forms.namedItem(formId)?.elements.namedItem(name)
  const isTyped =
    control instanceof HTMLTextAreaElement || (control instanceof HTMLInputElement && control.type !== 'hidden')
  return isTyped ? control : undefined
}

/** As if it were typed: React puts a setter of its own on controls it keeps the value of, so the browser's is called. */
function typeInto(control: HTMLInputElement | HTMLTextAreaElement, value: string) {
  Reflect.set(Object.getPrototypeOf(control) as object, 'value', value, control)
  control.dispatchEvent(new Event('input', { bubbles: true }))
  control.focus()
}
