import { useNavigation } from '@remix-run/react'
import { useEffect, useState } from 'react'
import { Icon } from '#app/cms/editing/ui/admin-icon.tsx'
import type { LoadedPresence, PresenceView } from './presence.server.ts'

/** Who is there, or that this browser is signed in no more. */
type FollowedPresence = PresenceView & { isSignedOut?: boolean }

interface PresenceListProps {
  presence: LoadedPresence
  /**
   * Position of the content that the form was made from: only later changes are shown. Left out if there is no form.
   */
  position?: number | undefined
}

/**
 * Names the people who have the section open, and those who have saved it since the form was made. It has three
 * live regions, so it must always be on the page.
 */
export function PresenceList({ presence: { address, view }, position = Infinity }: PresenceListProps) {
  const [latest, setLatest] = useState<FollowedPresence>()
  useEffect(() => {
    const stop = followPresence(address, setLatest)
    return () => {
      stop()
      setLatest(undefined)
    }
  }, [address])
  // The stream reports the page's own save before the page has reloaded its data.
  const isBusy = useNavigation().state !== 'idle'
  const { others, isOpenElsewhere, changes, isSignedOut = false }: FollowedPresence = latest ?? view
  const news = isBusy ? [] : changes.filter((change) => change.position > position)
  return (
    <div className="presence">
      {/* Screen readers announce only the people who were added. */}
      <p role="status" aria-atomic="false">
        {others.length > 0 && 'Also opened by: '}
        {others.map((other) => (
          <span key={other}>{other}</span>
        ))}
        {isOpenElsewhere && <span>Open in another window as well.</span>}
      </p>
      <div role="alert">
        {isSignedOut && (
          <div className="status status--note">
            <Icon name="alert" />
            <p>
              <b>Your session has ended.</b>{' '}
              <span>
                Your text is still in the form.{' '}
                <a href="/admin" target="_blank" rel="noopener">
                  Log in again in a new tab
                </a>
                , then continue here.
              </span>
            </p>
          </div>
        )}
      </div>
      <div role="status">
        {news.map(({ position, text, href }) => (
          <p key={position}>
            {text}{' '}
            {href !== undefined && (
              <a href={href} target="_blank" rel="noopener">
                See the change<span className="visually-hidden"> (opens in a new tab)</span>
              </a>
            )}
          </p>
        ))}
      </div>
    </div>
  )
}

const POLL_MS = 20_000
/** A page is hidden for a moment before it is closed. A poll at that time would keep it counted as open for longer. */
const HIDE_MS = 5_000

/** Shown if the server does not say who is there. */
const NO_PRESENCE: FollowedPresence = { others: [], isOpenElsewhere: false, changes: [] }

/** Shown after the session has ended. */
const SIGNED_OUT: FollowedPresence = { ...NO_PRESENCE, isSignedOut: true }

/**
 * Shows each state of presence that the server sends: over a stream while the page is visible, otherwise by a poll
 * every 20 seconds. Returns a function that stops it.
 */
function followPresence(path: string, show: (view: FollowedPresence) => void) {
  const address = `${path}&window=${Math.random().toString(36).slice(2)}`
  let stream: EventSource | undefined
  let hasReceived = false
  // True if the stream has sent nothing: a proxy may be buffering the events.
  let isBlocked = false
  let isStopped = false

  function close() {
    stream?.close()
    stream = undefined
  }

  function open() {
    if (document.hidden || isBlocked || isStopped || stream || !('EventSource' in window)) return
    hasReceived = false
    stream = new EventSource(address)
    stream.onmessage = ({ data }: MessageEvent<string>) => {
      hasReceived = true
      show(JSON.parse(data) as PresenceView)
    }
    // The browser would reconnect at once and without end. The next poll reopens the stream.
    stream.onerror = close
  }

  async function poll() {
    try {
      const response = await fetch(address, { redirect: 'manual' })
      const view = response.ok ? ((await response.json()) as PresenceView) : NO_PRESENCE
      if (isStopped) return
      show(response.status === 401 || response.type === 'opaqueredirect' ? SIGNED_OUT : view)
      if (response.ok) open()
    } catch {
      // The server cannot be reached. The next poll tries again.
    }
  }

  const timer = setInterval(() => {
    if (stream && hasReceived) return
    isBlocked ||= stream !== undefined
    close()
    void poll()
  }, POLL_MS)
  let hideTimer: ReturnType<typeof setTimeout> | undefined
  const onVisibilityChange = () => {
    clearTimeout(hideTimer)
    if (!document.hidden) void poll()
    else {
      hideTimer = setTimeout(() => {
        void poll()
        close()
      }, HIDE_MS)
    }
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  open()
  return () => {
    isStopped = true
    close()
    clearInterval(timer)
    clearTimeout(hideTimer)
    document.removeEventListener('visibilitychange', onVisibilityChange)
  }
}
