import type { ReactNode } from 'react'
import './error-page.css'

interface ErrorPageProps {
  /** HTTP status, shown large. */
  code?: number
  title: string
  text: string
  /** Id of the request, to find its log lines. */
  requestId?: string | undefined
  /** Links back. */
  children?: ReactNode
}

/** Shown instead of a page: says what happened, with links to other pages. */
export function ErrorPage({ code, title, text, requestId, children }: ErrorPageProps) {
  return (
    <section className="lost on-ink" aria-labelledby="error-title">
      <div className="wrap">
        {code !== undefined && <p className="lost__code">{code}</p>}
        <h1 className="lost__title" id="error-title">
          {title}
        </h1>
        <p className="lead lost__text">{text}</p>
        {requestId !== undefined && (
          <p className="lost__request" suppressHydrationWarning>
            Request <code>{requestId}</code>
          </p>
        )}
        {children !== undefined && <div className="lost__links">{children}</div>}
      </div>
    </section>
  )
}
