import type { ReactNode } from 'react'

/** A section's short name after a copper ring. As `h2` where the section has no larger heading. */
export function Label({ as: Tag = 'p', id, children }: { as?: 'p' | 'h2'; id?: string; children: ReactNode }) {
  return (
    <Tag className="label" id={id}>
      {children}
    </Tag>
  )
}
