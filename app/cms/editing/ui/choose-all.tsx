import { useNavigation } from '@remix-run/react'
import { useEffect, useRef } from 'react'

interface ChooseAllProps {
  className: string
  /** The name of the checkboxes. */
  name: string
  /** What they choose. */
  of: string
}

/**
 * Ticks all checkboxes of a list, within the same form. It unticks them after a form of the page was posted, so that the
 * next change does not concern what the last one was for. It needs a script.
 */
export function ChooseAll({ className, name, of }: ChooseAllProps) {
  const own = useRef<HTMLInputElement>(null)
  const wasSending = useRef(false)
  const isSending = useNavigation().formMethod === 'POST'
  useEffect(() => {
    if (wasSending.current && !isSending && own.current) {
      own.current.checked = false
      tickAs(own.current, name)
    }
    wasSending.current = isSending
  }, [isSending, name])
  return (
    <label className={className}>
      <input
        ref={own}
        type="checkbox"
        onChange={({ currentTarget }) => {
          tickAs(currentTarget, name)
        }}
      />
      Select all<span className="visually-hidden"> {of}</span>
    </label>
  )
}

/** Ticks or unticks the checkboxes with a name, as this one in the same form is. */
function tickAs({ form, checked }: HTMLInputElement, name: string) {
  for (const box of form?.elements ?? [])
    if (box instanceof HTMLInputElement && box.name === name) box.checked = checked
}
