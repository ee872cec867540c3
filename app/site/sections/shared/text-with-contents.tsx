import type { ReactNode } from 'react'
import './text-with-contents.css'

/** A part of a page, to which the list of contents links. */
export interface ContentsPart {
  /** The fragment of its address. */
  id: string
  title: string
  /** If it is another one than that of the page. */
  language?: string | undefined
}

interface TextWithContentsProps {
  parts: readonly ContentsPart[]
  /** Below the list, such as where to ask. */
  note?: ReactNode
  /** The parts, and what is above and below them. */
  children: ReactNode
}

/** The text of a page, with the list of its parts in the margin: on phones a few lines above it. */
export function TextWithContents({ parts, note, children }: TextWithContentsProps) {
  return (
    <div className="contents">
      <div className="contents__margin">
        {parts.length > 0 && (
          <nav aria-labelledby="contents-title">
            <h2 id="contents-title">On this page</h2>
            <ul>
              {parts.map(({ id, title, language }) => (
                <li key={id} lang={language}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ul>
          </nav>
        )}
        {note}
      </div>
      <div className="contents__text">{children}</div>
    </div>
  )
}
