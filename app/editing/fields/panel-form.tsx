import type { ReactNode } from 'react'
import { Form, useNavigation } from '@remix-run/react'
import { FormRefusal, type FormRefusalProps } from './plain-field.tsx'

interface PanelFormProps {
  /** `id` of the panel. */
  id: string
  heading: string
  /** The value of the button, by which the action tells the forms of a page apart. */
  intent: string
  /** The text of the button, and while the form is sent. */
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

/** A panel with one form. While it is sent, a second click sends nothing: it would meet what the first one has changed. */
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
