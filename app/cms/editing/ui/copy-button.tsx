import { useState } from 'react'
import { useHydrated } from '#app/cms/ui/use-hydrated.ts'
import { Icon } from './admin-icon.tsx'

interface CopyButtonProps {
  text: string
  label: string
  /** Names what the text is, for screen readers. */
  of: string
}

/** Copies a text, such as an address. Renders nothing without JavaScript or access to the clipboard. */
export function CopyButton({ text, label, of }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false)
  const isHydrated = useHydrated()
  // Browsers offer the clipboard on https and localhost only.
  if (!isHydrated || !('clipboard' in navigator)) return null
  return (
    <button
      className="btn btn--ghost"
      type="button"
      onClick={() => {
        void navigator.clipboard.writeText(text).then(() => {
          setIsCopied(true)
        })
      }}
      onBlur={() => {
        setIsCopied(false)
      }}
    >
      <Icon name={isCopied ? 'check' : 'copy'} />
      {isCopied ? 'Copied' : label} <span className="visually-hidden">{of}</span>
      <span className="visually-hidden" role="status">
        {isCopied && 'Copied'}
      </span>
    </button>
  )
}
