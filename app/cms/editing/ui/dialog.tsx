import { useEffect, useId, useRef, type ReactNode, useState } from 'react'
import { Form, Link, useNavigate, useNavigation } from '@remix-run/react'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { useModal } from '#app/cms/ui/use-modal.ts'
import { Icon } from './admin-icon.tsx'

interface DialogFrameProps {
  title: string
  /** Level of the heading: a dialog that is a page of its own has the page's `h1`. */
  heading: 'h1' | 'h2'
  size?: 'small' | 'wide' | undefined
  /** True for a dialog that is also shown without JavaScript. */
  isOpen?: boolean
  onClose: () => void
  /** The link or button with the cross. */
  close: ReactNode
  children: ReactNode
}

/** The heading gets the focus, so that screen readers read it first. */
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
        // The component behind the dialog closes it, by removing it from the page.
        event.preventDefault()
        event.stopPropagation()
        // The event is also fired, and bubbled by React, when a file input's dialog is closed without a choice.
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

/** A modal dialog; needs JavaScript. */
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
  /** Address of the page below, to which closing returns. */
  closeTo: string
  children: ReactNode
}

/** A page with its own address, shown as a dialog over another page, and as a plain page without JavaScript. */
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
  /** Address of the page below, to which Cancel returns. */
  closeTo: string
  /** Address to which the form is posted; `closeTo` by default. */
  action?: string
  /** The question, with the hidden fields and choices of its form. */
  children: ReactNode
  /** The button that confirms. If undefined, the page can only be cancelled. */
  button?: { label: string; intent: string; isPrimary?: boolean } | undefined
}

const CONFIRM_FORM = 'confirm'

/** A page that asks for confirmation: a dialog over another page, or a plain page without JavaScript. */
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
          // A second click would find the action done, as if someone else had edited.
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
  /** Label of the button that asks, and of the one that confirms: `Delete slide`. */
  label: string
  question: string
  /** Address of the page that asks without JavaScript. */
  href: string
  /** `id` of the form that is posted with `intent=delete` after the confirmation. */
  form: string
}

/** A button for an action that needs confirmation: asks in a dialog, or on its own page without JavaScript. */
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
    <button className="btn btn--solid-danger" form={form} name="intent" value={contentIntents.delete}>
      {label}
    </button>
  )
}
