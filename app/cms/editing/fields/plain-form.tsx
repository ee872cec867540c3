import { useState, type ComponentPropsWithoutRef, type ReactNode } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { passwordLength } from '#app/cms/platform/password-length.ts'
import { RecoveredTextsNotice } from '#app/cms/editing/form/form-notices.tsx'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { Form, useNavigation } from '@remix-run/react'
import { PlainField } from './plain-field.tsx'

interface InputFieldProps extends ComponentPropsWithoutRef<'input'> {
  id: string
  name: string
  label: string
  errors?: string[] | undefined
  help?: string | undefined
}

/** An input of one line with its label, error and help. */
export function InputField({ label, errors, help, ...input }: InputFieldProps) {
  return (
    <PlainField id={input.id} label={label} errors={errors} help={help}>
      {(described) => <input {...input} {...described} />}
    </PlainField>
  )
}

interface PasswordFieldProps {
  id: string
  name: string
  label: string
  errors?: string[] | undefined
  help?: string
  autoComplete?: 'current-password' | 'new-password'
  minLength?: number
  /** True by default. */
  required?: boolean
  /** `id` of a text outside the field that says why it was refused. */
  refusedBy?: string | undefined
}

/** A password, with a button that shows it if there is JavaScript. */
export function PasswordField({ id, label, errors, help, refusedBy, ...input }: PasswordFieldProps) {
  const { autoComplete = 'current-password' } = input
  const [isShown, setIsShown] = useState(false)
  const isHydrated = useHydrated()
  return (
    <PlainField id={id} label={label} errors={errors} help={help}>
      {(described) => (
        <div className="affix affix--end">
          <input
            id={id}
            type={isShown ? 'text' : 'password'}
            required
            {...input}
            autoComplete={autoComplete}
            {...described}
            {...(refusedBy !== undefined && { 'aria-invalid': true, 'aria-describedby': refusedBy })}
          />
          {isHydrated && (
            <button
              className="iconbtn"
              type="button"
              aria-pressed={isShown}
              onClick={() => {
                setIsShown(!isShown)
              }}
            >
              <Icon name="eye" />
              <span className="visually-hidden">Show {label.charAt(0).toLowerCase() + label.slice(1)}</span>
            </button>
          )}
        </div>
      )}
    </PlainField>
  )
}

interface NewPasswordFieldsProps {
  /** Label of the first field, such as `New password`. */
  label: string
  errors: { next?: string[] | undefined; repeat?: string[] | undefined }
}

/** Fields for a new password (`next`) and its repetition (`repeat`). */
export function NewPasswordFields({ label, errors }: NewPasswordFieldsProps) {
  return (
    <>
      <PasswordField
        id="password-next"
        name="next"
        label={label}
        autoComplete="new-password"
        minLength={passwordLength.min}
        help={`At least ${passwordLength.min} characters. A sentence is easy to remember and hard to guess`}
        errors={errors.next}
      />
      <PasswordField
        id="password-repeat"
        name="repeat"
        label={`Repeat ${label.charAt(0).toLowerCase() + label.slice(1)}`}
        autoComplete="new-password"
        minLength={passwordLength.min}
        errors={errors.repeat}
      />
    </>
  )
}

interface FormRefusalProps {
  /** Says what was not done. */
  title: string
  /** By field name; `form` is for the form as a whole. */
  errors: { form?: string[] | undefined }
  /** Shown if only fields have errors. */
  otherwise?: string
}

/** Shows why a form was refused. It is always rendered, so that screen readers announce text that appears in it. */
export function FormRefusal({ title, errors, otherwise = 'Correct the fields below.' }: FormRefusalProps) {
  return (
    <div role="alert">
      {Object.keys(errors).length > 0 && (
        <div className="status status--bad">
          <Icon name="alert" />
          <p>
            <b>{title}</b> {errors.form?.join(' ') ?? otherwise}
          </p>
        </div>
      )}
    </div>
  )
}

interface PanelFormProps {
  /** `id` of the panel. */
  id: string
  heading: string
  /** The value of the button, by which the action distinguishes the forms of a page. */
  intent: string
  /** The text of the button; `busyButton` replaces it while the form is being sent. */
  button: string
  busyButton?: string
  isPrimary?: boolean
  refusal: FormRefusalProps
  preventScrollReset?: boolean
  /** The fields. */
  children: ReactNode
  /** Shown below the button. */
  note?: ReactNode
}

/** A panel with one form. While it is sent, a second click is ignored: the first may have changed the data. */
export function PanelForm({
  id,
  heading,
  intent,
  button,
  busyButton = button,
  isPrimary = true,
  refusal,
  preventScrollReset = false,
  children,
  note,
}: PanelFormProps) {
  const isSending = useNavigation().formData?.get('intent') === intent
  return (
    <section className="panel" id={id} aria-labelledby={`${id}-heading`}>
      <header className="panel__head">
        <h2 id={`${id}-heading`}>{heading}</h2>
      </header>
      <Form
        className="account-form"
        method="post"
        preventScrollReset={preventScrollReset}
        onSubmit={(event) => {
          if (isSending) event.preventDefault()
        }}
      >
        <RecoveredTextsNotice intents={[intent]} />
        <FormRefusal {...refusal} />
        {children}
        <div>
          <button
            className={isPrimary ? 'btn btn--primary' : 'btn'}
            name="intent"
            value={intent}
            aria-disabled={isSending}
          >
            {isSending ? busyButton : button}
          </button>
        </div>
        {note}
      </Form>
    </section>
  )
}
