import type { FormMetadata } from '@conform-to/react'
import { useEffect, useRef } from 'react'
import type { SaveReply } from '#app/editing/form/save-reply.ts'

/**
 * Puts what a conflict's answer has merged into the fields of a form that already stands: conform itself takes over only
 * errors from an answer. A form that begins with the answer shows it anyway.
 */
export function useAdoptedReply(update: FormMetadata['update'], reply: SaveReply | undefined) {
  const known = useRef(reply)
  useEffect(() => {
    if (known.current === reply) return
    known.current = reply
    if (reply?.conflict && reply.result.initialValue) update({ value: reply.result.initialValue })
  }, [update, reply])
}
