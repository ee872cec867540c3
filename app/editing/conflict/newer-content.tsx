import { useEffect, useRef } from 'react'
import { Icon } from '#app/editing/ui/icon.tsx'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { useChangeCount } from '#app/editing/form/use-change-count.ts'
import { useIsSaving } from '#app/editing/form/use-is-saving.ts'

interface NewerContentProps {
  /** The content the form was made from. */
  content: Record<string, unknown>
  /** True where the page has been loaded again since and found another version. */
  isThere: boolean
  reply: SaveReply | undefined
  /** Makes the form anew from what was loaded. */
  onFollow: () => void
}

/**
 * Inside a form: decides what becomes of it when its page is loaded again and finds a newer content, which also happens
 * when a message is dismissed or a preview is asked for. After its own save, and where nothing was typed, the form follows;
 * else it stays, says so, and its next save is merged with what stands.
 */
export function NewerContent({ content, isThere, reply, onFollow }: NewerContentProps) {
  const isUnsaved = useChangeCount(content) > 0
  const isSaving = useIsSaving()
  const save = useRef<{ reply: SaveReply | undefined; isRefused: boolean }>()
  useEffect(() => {
    const last = save.current
    // An answer other than going on to a page is a refusal. It stands while the page is still being loaded again.
    const isRefused = last !== undefined && (last.isRefused || last.reply !== reply)
    save.current = isSaving ? { reply, isRefused } : undefined
    const hasSaved = last !== undefined && !isSaving && !last.isRefused
    if (isThere && reply === undefined && (hasSaved || !isUnsaved)) onFollow()
  }, [isThere, reply, isUnsaved, isSaving, onFollow])
  if (!isThere || !isUnsaved || isSaving) return null
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>What is saved has changed in the meantime.</b>
        <span>Your text is still here. Update puts both together, Discard shows only what is saved.</span>
      </p>
    </div>
  )
}
