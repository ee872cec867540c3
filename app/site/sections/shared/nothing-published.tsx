import type { ReactNode } from 'react'

/** The line for an empty list of documents; `children` replace the default text. */
export function NothingPublished({ children = 'Nothing has been published here yet.' }: { children?: ReactNode }) {
  return <p className="none">{children}</p>
}
