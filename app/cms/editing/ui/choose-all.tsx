import { useNavigation } from '@remix-run/react'
import { useEffect, useRef, useState } from 'react'

interface ChooseAllProps {
  className: string
  /** The name of the checkboxes. */
  name: string
  /** What they choose. */
  of: string
}

/**
 * Ticks all checkboxes of a list, within the same form, and says how many are ticked. It unticks them after a form of the
 * page was posted, so that the next change does not concern what the last one was for. It needs a script.
 */
export function ChooseAll({ className, name, of }: ChooseAllProps) {
  const own = useRef<HTMLInputElement>(null)
  const wasSending = useRef(false)
  const isSending = useNavigation().formMethod === 'POST'
  const [count, setCount] = useState(0)
  useEffect(() => {
    if (wasSending.current && !isSending && own.current) {
      own.current.checked = false
      tickAs(own.current, name)
    }
    wasSending.current = isSending
  }, [isSending, name])
  // After the boxes are unticked, which is no event.
  useEffect(() => {
    const recount = () => {
      setCount(boxesOf(own.current, name).filter(({ checked }) => checked).length)
    }
    recount()
    document.addEventListener('change', recount)
    return () => {
      document.removeEventListener('change', recount)
    }
  }, [name, isSending])
  return (
    <>
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
      <output className="choose-all__count">{count > 0 && `${count} selected`}</output>
    </>
  )
}

/** Ticks or unticks the checkboxes with a name, as this one in the same form is. */
function tickAs(own: HTMLInputElement, name: string) {
  for (const box of boxesOf(own, name)) box.checked = own.checked
}

function boxesOf(own: HTMLInputElement | null, name: string) {
  return [...(own?.form?.elements ?? [])].filter(
    (box): box is HTMLInputElement => box instanceof HTMLInputElement && box.name === name,
  )
}
