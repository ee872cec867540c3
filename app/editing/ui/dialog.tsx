import { useEffect, useId, useRef, type ReactNode, useState } from 'react'
import { Link, useNavigate } from '@remix-run/react'
import { useModal } from '#app/ui/use-modal.ts'
import { Icon } from './icon.tsx'

interface DialogProps {
  title: string
  size?: 'small' | 'wide'
  onClose: () => void
  /** `dialog__body` and, if there are buttons, `dialog__foot`. */
  children: ReactNode
}

/** A modal dialog; needs a script. Its heading gets the focus, so that it is read out first. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const ref = useModal()
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    headingRef.current?.focus()
  }, [])
  return (
    <dialog
      className={size ? `dialog dialog--${size}` : 'dialog'}
      ref={ref}
      aria-labelledby={headingId}
      onCancel={(event) => {
        // The parent closes it by removing it from the page.
        event.preventDefault()
        event.stopPropagation()
        onClose()
      }}
    >
      <div className="dialog__form">
        <header className="dialog__head">
          <h2 id={headingId} ref={headingRef} tabIndex={-1}>
            {title}
          </h2>
          <button className="iconbtn" type="button" onClick={onClose}>
            <Icon name="close" />
            <span className="visually-hidden">Close</span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface PageDialogProps {
  title: string
  /** The page below, which closing leads to. */
  closeTo: string
  children: ReactNode
}

/** A page with an address of its own that is shown as a dialog over another one, and as a plain page without a script. */
export function PageDialog({ title, closeTo, children }: PageDialogProps) {
  const ref = useModal()
  const navigate = useNavigate()
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    headingRef.current?.focus()
  }, [])
  return (
    <dialog
      className="dialog"
      open
      ref={ref}
      aria-labelledby={headingId}
      onCancel={(event) => {
        event.preventDefault()
        // Also fired, and bubbled by React, when a file input's dialog is closed without a choice.
        if (event.target === event.currentTarget) navigate(closeTo, { preventScrollReset: true })
      }}
    >
      <div className="dialog__form">
        <header className="dialog__head">
          <h1 id={headingId} ref={headingRef} tabIndex={-1}>
            {title}
          </h1>
          <Link className="iconbtn" to={closeTo} preventScrollReset>
            <Icon name="close" />
            <span className="visually-hidden">Close</span>
          </Link>
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface ConfirmStepProps {
  /** Words of the button that asks, and of the one that confirms: `Delete slide`. */
  label: string
  question: string
  /** The page that asks without a script. */
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

/** The button that confirms and posts `intent=delete`. */
export function DeleteButton({ form, label }: { form: string; label: string }) {
  return (
    <button className="btn btn--solid-danger" form={form} name="intent" value="delete">
      {label}
    </button>
  )
}
