import { formatTime } from '#app/editing/ui/format.ts'
import { adminLoader } from '#app/guard.server.ts'
import type { Place, PlaceState, SectionChange } from '#app/presence/presence.types.ts'
import { findSection } from '#app/sections/definitions.ts'
import { currentSite } from '#app/site.server.ts'
import type { LoadedPresence, PresenceView } from './presence-view.ts'

/** People who are named; the rest are counted. */
const MOST_NAMES = 8
/** Events that wait for a browser to read them. One that reads so slowly may look instead. */
const MOST_WAITING = 4

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * `/admin/presence/stats?window=x&entry=…&release=…`: who else has the section open, and its last changes, as a PresenceView. As a
 * stream of server-sent events (one view now, and one after each change) for `Accept: text/event-stream`, else as JSON for one
 * look. Both count the window as open. 503 if there are too many streams.
 */
export const presenceLoader = adminLoader(
  'editor',
  ({ request, params, context, user }) => {
    const section = findSection(params['section'])
    if (!section) throw new Response('There is no such section.', { status: 404, headers: NO_STORE })
    const { id } = section
    const query = new URL(request.url).searchParams
    const read = (name: string) => query.get(name)?.slice(0, 64)
    const place = { section: id, release: read('release'), entry: read('entry') }
    const window = { id: read('window') ?? '', session: user.sessionId ?? '', person: user.id, place }
    const { presence, auth } = currentSite()
    const isStream = request.method === 'GET' && request.headers.get('accept')?.includes('text/event-stream')
    if (!isStream) return Response.json(toView(id, presence.look(window), user.id), { headers: NO_STORE })

    const { nameOf } = auth.accounts
    const cookie = request.headers.get('cookie') ?? ''
    const stream = eventStream(leave)
    const watched = presence.watch(window, {
      update,
      beat: () => {
        stream.send(':\n\n')
      },
      end: stream.end,
      isSignedIn: () => auth.sessions.hasOpenSession(cookie),
    })
    if (!watched) return new Response('Too many editors are open.', { status: 503, headers: NO_STORE })
    let last = ''
    function update() {
      if (!watched) return
      const view = JSON.stringify(toView(id, watched.state(), user.id, nameOf))
      if (view !== last) stream.send(`data: ${view}\n\n`)
      last = view
    }
    function leave() {
      watched?.leave()
      stream.end()
    }
    update()
    const gone = context.client?.gone ?? request.signal
    gone.addEventListener('abort', leave)
    if (gone.aborted) leave()
    return new Response(stream.readable, {
      headers: {
        'content-type': 'text/event-stream; charset=utf-8',
        // Proxies must not hold events back to compress them or to fill a buffer.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  },
  { isUnattended: true },
)

/** What the page of an editor says when it is loaded. To be read together with the content. */
export function loadPresence(place: Place, person: string): LoadedPresence {
  const { position, ...state } = currentSite().presence.preview(person, place)
  const query = new URLSearchParams()
  if (place.release !== undefined) query.set('release', place.release)
  if (place.entry !== undefined) query.set('entry', place.entry)
  return {
    address: `/admin/presence/${place.section}?${query.toString()}`,
    position,
    // The window that this page replaces may still count as open.
    view: { ...toView(place.section, state, person), isOpenElsewhere: false },
  }
}

/** `nameOf` is given where no request is being handled. */
function toView(
  section: string,
  { others, isOpenElsewhere, changes }: PlaceState,
  person: string,
  nameOf = currentSite().auth.accounts.nameOf,
): PresenceView {
  const named = others.slice(0, MOST_NAMES).map(({ person, since }) => `${nameOf(person)}, since ${clockOf(since)}`)
  const rest = others.length - named.length
  return {
    others: rest > 0 ? [...named, `${rest} more`] : named,
    isOpenElsewhere,
    changes: changes.map((change) => ({
      position: change.position,
      text: textOf(change, change.author === person ? undefined : nameOf(change.author)),
      href: change.historyEntry && `/admin/history/${section}/${change.historyEntry}`,
    })),
  }
}

/** `name` is undefined for the person's own change. */
function textOf({ kind, time }: SectionChange, name: string | undefined) {
  const who = name ?? 'You'
  const where = name === undefined ? ' in another window' : ''
  const asked = 'is merged with it, and you are asked where both changed the same field.'
  return kind === 'published'
    ? `${who} published a change at ${clockOf(time)}${where}. Your next save ${asked}`
    : `${who} saved a draft at ${clockOf(time)}${where}. Your next draft ${asked}`
}

/** `10:42`, or with the day if that is not today. */
function clockOf(iso: string) {
  return formatTime(iso).replace('Today, ', '')
}

/** The body of a response that is written bit by bit. Calls `onGone` if nobody reads it, or not fast enough. */
function eventStream(onGone: () => void) {
  const encoder = new TextEncoder()
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined
  const readable = new ReadableStream<Uint8Array>(
    {
      start(opened) {
        controller = opened
      },
      cancel() {
        controller = undefined
        onGone()
      },
    },
    { highWaterMark: MOST_WAITING },
  )
  return {
    readable,
    send: (text: string) => {
      if ((controller?.desiredSize ?? 0) > 0) controller?.enqueue(encoder.encode(text))
      else onGone()
    },
    end: () => {
      controller?.close()
      controller = undefined
    },
  }
}
