import { useEffect, useRef } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import { useChangeCount, useIsSaving } from './content-form.tsx'
import type { SaveReply } from './save-reply.ts'

interface NewerContentProps {
  /** The content the form was made from. */
  content: Record<string, unknown>
  /** True if the page was reloaded and has another version. */
  isNewer: boolean
  reply: SaveReply | undefined
  /** Replaces the form by one of the loaded content. */
  onFollow: () => void
}

/**
 * Handles newer content after the form's page was reloaded, which also happens when a message is dismissed. Use it
 * inside the form. After its own save, or if nothing was typed, the form is replaced by one of the new content.
 * Otherwise it is not replaced, a notice is shown, and the next save is merged with the saved content.
 */
export function NewerContent({ content, isNewer, reply, onFollow }: NewerContentProps) {
  const isUnsaved = useChangeCount(content) > 0
  const isSaving = useIsSaving()
  const save = useRef<{ reply: SaveReply | undefined; isRefused: boolean }>()
  useEffect(() => {
    const last = save.current
    // A reply instead of a redirect is a refusal. It remains one while the page is still being reloaded.
    const isRefused = last !== undefined && (last.isRefused || last.reply !== reply)
    save.current = isSaving ? { reply, isRefused } : undefined
    const hasSaved = last !== undefined && !isSaving && !last.isRefused
    if (isNewer && reply === undefined && (hasSaved || !isUnsaved)) onFollow()
  }, [isNewer, reply, isUnsaved, isSaving, onFollow])
  if (!isNewer || !isUnsaved || isSaving) return null
  return (
    <div className="status status--note" role="alert">
      <Icon name="alert" />
      <p>
        <b>The saved content has changed since you opened this page.</b>{' '}
        <span>
          Your text is still in the form. “Update” merges your changes with the saved content. “Discard” removes your
          changes.
        </span>
      </p>
    </div>
  )
}
