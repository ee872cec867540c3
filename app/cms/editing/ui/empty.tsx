import type { ReactNode } from 'react'

/** Shown in the place of a list that has no entries: that there are none, and how some come here. */
export function Empty({ title, children }: { title: ReactNode; children: ReactNode }) {
  return (
    <p className="empty">
      <b>{title}</b>
      {children}
    </p>
  )
}
