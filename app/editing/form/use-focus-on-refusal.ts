import { useEffect, useRef, useState } from 'react'
import type { SaveReply } from './save-reply.ts'

/**
 * Brings the focus to the first wrong field of the form with this `id` each time it is refused, or to the choice after a
 * conflict; where neither is at fault it stays. Returns what to call when the form is refused before it is sent.
 */
export function useFocusOnRefusal(formId: string, reply: SaveReply | undefined) {
  const [refusals, setRefusals] = useState(0)
  const known = useRef({ refusals, reply })
  useEffect(() => {
    const last = known.current
    known.current = { refusals, reply }
    const isAnswered = reply !== undefined && reply !== last.reply && reply.preview === undefined
    if (refusals === last.refusals && !isAnswered) return
    // A row that holds the field is open by now: conform itself looks for it before that.
    document.getElementById(formId)?.querySelector<HTMLElement>('[aria-invalid="true"], [data-choice]')?.focus()
  }, [formId, refusals, reply])
  return () => {
    setRefusals((count) => count + 1)
  }
}
