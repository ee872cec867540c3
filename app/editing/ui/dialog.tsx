import { useEffect, useId, useRef, type ReactNode, useState } from 'react'
import { Form, Link, useNavigate, useNavigation } from '@remix-run/react'
import { useModal } from '#app/ui/use-modal.ts'
import { Icon } from './icon.tsx'

interface DialogFrameProps {
  title: string
  /** Level of the heading: a dialog that is a page of its own has the page's `h1`. */
  heading: 'h1' | 'h2'
  size?: 'small' | 'wide' | undefined
  /** True for one that is shown without a script as well. */
  isOpen?: boolean
  onClose: () => void
  /** The link or button with the cross. */
  close: ReactNode
  children: ReactNode
}

/** Its heading gets the focus, so that it is read out first. */
function DialogFrame({ title, heading: Heading, size, isOpen, onClose, close, children }: DialogFrameProps) {
  const ref = useModal()
  const headingId = useId()
  const headingRef = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    headingRef.current?.focus()
  }, [])
  return (
    <dialog
      className={size ? `dialog dialog--${size}` : 'dialog'}
      open={isOpen}
      ref={ref}
      aria-labelledby={headingId}
      onCancel={(event) => {
        // What is behind the dialog closes it, by removing it from the page.
        event.preventDefault()
        event.stopPropagation()
        // Also fired, and bubbled by React, when a file input's dialog is closed without a choice.
        if (event.target === event.currentTarget) onClose()
      }}
    >
      <div className="dialog__form">
        <header className="dialog__head">
          <Heading id={headingId} ref={headingRef} tabIndex={-1}>
            {title}
          </Heading>
          {close}
        </header>
        {children}
      </div>
    </dialog>
  )
}

interface DialogProps {
  title: string
  size?: 'small' | 'wide'
  onClose: () => void
  /** `dialog__body` and, if there are buttons, `dialog__foot`. */
  children: ReactNode
}

/** A modal dialog; needs a script. */
export function Dialog({ title, size, onClose, children }: DialogProps) {
  const close = (
    <button className="iconbtn" type="button" onClick={onClose}>
      <Icon name="close" />
      <span className="visually-hidden">Close</span>
    </button>
  )
  return (
    <DialogFrame title={title} heading="h2" size={size} onClose={onClose} close={close}>
      {children}
    </DialogFrame>
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
  const navigate = useNavigate()
  const close = (
    <Link className="iconbtn" to={closeTo} preventScrollReset>
      <Icon name="close" />
      <span className="visually-hidden">Close</span>
    </Link>
  )
  return (
    <DialogFrame
      title={title}
      heading="h1"
      isOpen
      onClose={() => {
        navigate(closeTo, { preventScrollReset: true })
      }}
      close={close}
    >
      {children}
    </DialogFrame>
  )
}

interface ConfirmPageProps {
  title: string
  /** The page below, which Cancel leads to. */
  closeTo: string
  /** Where the answer is posted to: `closeTo` unless told. */
  action?: string
  /** The question, with the hidden fields and choices of its form. */
  children: ReactNode
  /** The button that does it. Left out: nothing can be done. */
  button?: { label: string; intent: string; isPrimary?: boolean } | undefined
}

const CONFIRM_FORM = 'confirm'

/** A page that asks before something is done: a dialog over another page, or a page of its own without a script. */
export function ConfirmPage({ title, closeTo, action = closeTo, children, button }: ConfirmPageProps) {
  const isSending = useNavigation().formMethod === 'POST'
  return (
    <PageDialog title={title} closeTo={closeTo}>
      <Form
        id={CONFIRM_FORM}
        className="dialog__body"
        method="post"
        action={action}
        preventScrollReset
        onSubmit={(event) => {
          // A second click would find it done, and look like someone else's edit.
          if (isSending) event.preventDefault()
        }}
      >
        {children}
      </Form>
      <footer className="dialog__foot">
        <span className="grow" />
        <Link className="btn" to={closeTo} preventScrollReset>
          Cancel
        </Link>
        {button && (
          <button
            className={button.isPrimary ? 'btn btn--primary' : 'btn btn--solid-danger'}
            form={CONFIRM_FORM}
            name="intent"
            value={button.intent}
          >
            {button.label}
          </button>
        )}
      </footer>
    </PageDialog>
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
