import { useEffect, useId, useRef, type ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'

interface HandoutProps {
  title: string
  /** What it hands out. */
  secret: string
  children: ReactNode
}

/** Hands out something that was just made. It gets the focus, since it is shown only once. */
export function Handout({ title, secret, children }: HandoutProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  const id = useId()
  useEffect(() => {
    heading.current?.focus()
  }, [secret])
  return (
    <section className="handout" aria-labelledby={id}>
      <h2 id={id} tabIndex={-1} ref={heading}>
        {title}
      </h2>
      {children}
    </section>
  )
}

interface HandoutTextProps {
  label: string
  text: string
  /** The label of the button, and what a screen reader adds to it. */
  copy: { label: string; of: string }
}

/** The text of a handout, selected when it gets the focus, with a button that copies it. */
export function HandoutText({ label, text, copy }: HandoutTextProps) {
  const id = useId()
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <div className="handout__copy">
        <input
          id={id}
          readOnly
          value={text}
          onFocus={({ currentTarget }) => {
            currentTarget.select()
          }}
        />
        <CopyButton text={text} {...copy} />
      </div>
    </div>
  )
}
