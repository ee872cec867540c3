import { Link, useNavigate } from '@remix-run/react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useModal } from './use-modal.ts'

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
            <span className="vh">Close</span>
          </Link>
        </header>
        {children}
      </div>
    </dialog>
  )
}
