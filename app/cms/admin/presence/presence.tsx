import { adminLoader } from '#app/cms/guard.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { toPresenceView } from './presence.server.ts'

/** The most events in the queue of a stream. A browser that reads too slowly can poll instead. */
const MAX_WAITING = 4

const NO_STORE = { 'cache-control': 'no-store' }

/**
 * `/admin/presence/stats?window=x&entry=…&release=…`: who else has the section open, and its last changes, as a
 * PresenceView. For `Accept: text/event-stream`, a stream of server-sent events: one view now, and one after each
 * change. Otherwise JSON, for one poll. Both count the window as open. 503 if there are too many streams.
 */
export const loader = adminLoader(
  'editor',
  ({ request, params, context, user }) => {
    const section = currentSite().sections.resolve(params['section'])
    if (!section) throw new Response('There is no such section.', { status: 404, headers: NO_STORE })
    const { id } = section
    const query = new URL(request.url).searchParams
    const read = (name: string) => query.get(name)?.slice(0, 64)
    const target = { section: id, release: read('release'), entry: read('entry') }
    const window = { id: read('window') ?? '', session: user.sessionId ?? '', person: user.id, target }
    const { presence, auth } = currentSite()
    const isStream = request.method === 'GET' && request.headers.get('accept')?.includes('text/event-stream')
    if (!isStream) return Response.json(toPresenceView(id, presence.poll(window), user.id), { headers: NO_STORE })

    const { nameOf } = auth.accounts
    const stream = eventStream(leave)
    const watched = presence.watch(window, {
      update,
      beat: () => {
        stream.send(':\n\n')
      },
      end: stream.end,
      // Keeps the request: without the production host, its signal would be lost with it at a garbage collection.
      isSignedIn: () => auth.sessions.hasOpenSession(request.headers.get('cookie') ?? ''),
    })
    if (!watched) return new Response('Too many editors are open.', { status: 503, headers: NO_STORE })
    let last = ''
    function update() {
      if (!watched) return
      const view = JSON.stringify(toPresenceView(id, watched.state(), user.id, nameOf))
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
        // Proxies must not delay events to compress or buffer them.
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      },
    })
  },
  { isUnattended: true },
)

/**
 * The body of a response that is written in chunks. Calls `onGone` if the client has cancelled it or reads too slowly.
 */
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
    { highWaterMark: MAX_WAITING },
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
