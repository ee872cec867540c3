import { Link } from '@remix-run/react'
import { useState } from 'react'
import { Icon } from './icon.tsx'
import { Dialog } from './dialog.tsx'

interface ConfirmStepProps {
  /** Words of the button that asks, and of the one that confirms: `Delete slide`. */
  label: string
  question: string
  /** The page that asks where there is no script. */
  href: string
  /** `id` of the form which the confirmed `intent=delete` posts. */
  form: string
}

/** A button for what cannot be done by one click: it asks first, in a dialog, or on a page of its own without a script. */
export function ConfirmStep({ label, question, href, form }: ConfirmStepProps) {
  const [isAsking, setIsAsking] = useState(false)
  const close = () => {
    setIsAsking(false)
  }
  return (
    <>
      <Link
        className="btn btn--danger"
        to={href}
        onClick={(event) => {
          event.preventDefault()
          setIsAsking(true)
        }}
      >
        <Icon name="trash" />
        {label}
      </Link>
      {isAsking && (
        <Dialog title={label} size="small" onClose={close}>
          <div className="dialog__body">
            <p>{question}</p>
          </div>
          <footer className="dialog__foot">
            <span className="grow" />
            <button className="btn" type="button" onClick={close}>
              Cancel
            </button>
            <DeleteButton form={form} label={label} />
          </footer>
        </Dialog>
      )}
    </>
  )
}

/** The answer that does it. */
export function DeleteButton({ form, label }: { form: string; label: string }) {
  return (
    <button className="btn btn--solid-danger" form={form} name="intent" value="delete">
      {label}
    </button>
  )
}
