import { useEffect, useId, useRef, type ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { useModal } from './use-modal.ts'

interface DialogProps {
  title: string
  size?: 'small' | 'wide'
  onClose: () => void
  /** `dialog__body` and, where there are buttons, `dialog__foot`. */
  children: ReactNode
}

/** A modal dialog that exists only with a script. Its heading takes the focus, so that it is read out first. */
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
        // Closing is removing it from the page; the browser closes what is inside first.
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
            <span className="vh">Close</span>
          </button>
        </header>
        {children}
      </div>
    </dialog>
  )
}
