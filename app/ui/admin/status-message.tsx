import { Form, Link, useLocation } from '@remix-run/react'
import { createContext, useContext, type ReactNode } from 'react'
import { Icon } from '#app/ui/icon.tsx'

export interface Status {
  kind: 'success' | 'failure'
  message: string
  detail?: string
  /** The edit can be taken back by posting `intent=restore` and the history `entry` to `action`. */
  undo?: { action: string; entry: string }
}

const StatusContext = createContext<Status | undefined>(undefined)

/** Hands the message which the last answer left to the page's head. */
export function StatusProvider({ status, children }: { status: Status | undefined; children: ReactNode }) {
  return <StatusContext.Provider value={status}>{children}</StatusContext.Provider>
}

/**
 * The message which the last answer left, if any. The two regions are always on the page, so that screen readers notice
 * what appears in them.
 */
export function PageStatus() {
  const status = useContext(StatusContext)
  return (
    <>
      <div role="status">{status?.kind === 'success' && <StatusMessage {...status} />}</div>
      <div role="alert">{status?.kind === 'failure' && <StatusMessage {...status} />}</div>
    </>
  )
}

/** One line on how it went, with the way back where there is one. */
export function StatusMessage({ kind, message, detail, undo }: Status) {
  const { pathname, search } = useLocation()
  const isSuccess = kind === 'success'
  return (
    <div className={isSuccess ? 'status' : 'status status--bad'}>
      <Icon name={isSuccess ? 'check' : 'alert'} />
      <p>
        <b>{message}</b>
        {detail !== undefined && <span>{detail}</span>}
      </p>
      {undo && (
        <Form method="post" action={undo.action} preventScrollReset>
          <input type="hidden" name="entry" value={undo.entry} />
          <button className="btn" name="intent" value="restore">
            <Icon name="undo" />
            Undo
          </button>
        </Form>
      )}
      <Link className="iconbtn" to={pathname + search} replace preventScrollReset>
        <Icon name="close" />
        <span className="vh">Dismiss</span>
      </Link>
    </div>
  )
}
