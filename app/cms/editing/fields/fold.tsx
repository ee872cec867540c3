import { useState, type ReactNode } from 'react'

interface FoldProps {
  className?: string
  /** True while something inside has to be seen, such as an error: it is open then. */
  opens: boolean
  summary: ReactNode
  children: ReactNode
}

/** Fields below a line that opens them. What has opened by itself stays open while it is worked in. */
export function Fold({ className, opens, summary, children }: FoldProps) {
  const [isOpen, setOpen] = useState(opens)
  return (
    <details
      className={className}
      open={isOpen || opens}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open)
      }}
    >
      <summary>{summary}</summary>
      {children}
    </details>
  )
}
