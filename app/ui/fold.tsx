import type { ReactNode } from 'react'
import { useOpenFoldAtFragment } from './fold-fragment.ts'
import { Icon } from './icon.tsx'
import './fold.css'

/** A column of sections that a visitor opens and closes, numbered from 1. */
export function Folds({ children }: { children: ReactNode }) {
  useOpenFoldAtFragment()
  return <div className="folds">{children}</div>
}

interface FoldProps {
  /** Fragment under which the section is linked. */
  id: string
  title: string
  /** What is inside, in two words: `5 documents`. */
  meta: string
  children: ReactNode
}

/**
 * A section closed at first. Browsers open a `details` for a fragment only where its target is inside, so the id is the
 * body's and not the element's own.
 */
export function Fold({ id, title, meta, children }: FoldProps) {
  return (
    // A fragment may have opened it before React takes over.
    <details className="fold" suppressHydrationWarning>
      <summary>
        <h2>{title}</h2> <span className="fold__meta">{meta}</span>
        <Icon name="down" className="fold__chevron" />
      </summary>
      <div className="fold__room">
        <div className="fold__body" id={id}>
          {children}
        </div>
      </div>
    </details>
  )
}
