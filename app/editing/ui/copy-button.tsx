import { useState } from 'react'
import { Icon } from './icon.tsx'
import { useHydrated } from '#app/ui/use-hydrated.ts'

/** Copies the address of a file, to paste it into a text. Nothing without a script, or where the browser forbids it. */
export function CopyButton({ text, of }: { text: string; of: string }) {
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
      {isCopied ? 'Copied' : 'Copy address'} <span className="vh">of {of}</span>
      <span className="vh" role="status">
        {isCopied && 'Copied'}
      </span>
    </button>
  )
}
