import { Form, Link, useLocation, useNavigation } from '@remix-run/react'
import { createContext, useCallback, useContext, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { Icon } from './admin-icon.tsx'
import { contentIntents } from '#app/cms/editing/form/content-intents.ts'
import { isListChange } from '#app/cms/platform/http/form-envelope.ts'

interface Status {
  kind: 'success' | 'failure'
  message: string
  detail?: string | undefined
  /** The undo button posts `intent=restore` and the history `entry` to `action`. It is “Redo” after an undo. */
  undo?: { action: string; entry: string; isRedo?: boolean | undefined } | undefined
}

interface ShownStatus {
  status: Status | undefined
  clear: () => void
}

const StatusContext = createContext<ShownStatus>({ status: undefined, clear: () => undefined })

/** Provides the message of the last response until it is dismissed or the next form is sent. */
export function StatusProvider({ status, children }: { status: Status | undefined; children: ReactNode }) {
  const [past, setPast] = useState<Status>()
  const isSending = useNavigation().formMethod === 'POST'
  if (isSending && past !== status) setPast(status)
  const shown = past === status ? undefined : status
  const clear = useCallback(() => {
    setPast(status)
  }, [status])
  const value = useMemo(() => ({ status: shown, clear }), [shown, clear])
  return <StatusContext.Provider value={value}>{children}</StatusContext.Provider>
}

/** The message of the last response, if it is still shown. */
export function useStatus(): Status | undefined {
  return useContext(StatusContext).status
}

/**
 * Handles the `submit` events of all forms below: a save hides the last message, even if it is refused before it is
 * sent. An old success must not be shown above a new failure.
 */
export function useClearOnSubmit() {
  const { clear } = useContext(StatusContext)
  return (event: FormEvent) => {
    if (!isListChange(event.nativeEvent)) clear()
  }
}

/**
 * The message of the last response, always in view. The two live regions are always rendered, so that screen readers
 * announce text that appears in them.
 */
export function PageStatus() {
  const { status, clear } = useContext(StatusContext)
  return (
    <div className={status ? 'floating floating--full' : 'floating'}>
      <div role="status">{status?.kind === 'success' && <StatusMessage {...status} onDismiss={clear} />}</div>
      <div role="alert">{status?.kind === 'failure' && <StatusMessage {...status} onDismiss={clear} />}</div>
    </div>
  )
}

/** The result of an edit in one line, with an undo button if it can be undone. */
export function StatusMessage({ kind, message, detail, undo, onDismiss }: Status & { onDismiss?: () => void }) {
  const { pathname, search } = useLocation()
  const isSuccess = kind === 'success'
  return (
    <div className={isSuccess ? 'status' : 'status status--bad'}>
      <Icon name={isSuccess ? 'check' : 'alert'} />
      <p>
        <b>{message}</b> {detail !== undefined && <span>{detail}</span>}
      </p>
      {undo && (
        <Form method="post" action={undo.action} preventScrollReset>
          <input type="hidden" name="entry" value={undo.entry} />
          <button className="btn" id="undo" name="intent" value={contentIntents.restore}>
            <Icon name={undo.isRedo ? 'redo' : 'undo'} />
            {undo.isRedo ? 'Redo' : 'Undo'}
          </button>
        </Form>
      )}
      <Link
        className="iconbtn"
        to={pathname + search}
        replace
        preventScrollReset
        onClick={(event) => {
          document.getElementById('main')?.focus({ preventScroll: true })
          if (!onDismiss) return
          event.preventDefault()
          onDismiss()
        }}
      >
        <Icon name="close" />
        <span className="visually-hidden">Dismiss</span>
      </Link>
    </div>
  )
}
