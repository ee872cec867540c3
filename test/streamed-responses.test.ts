import { once } from 'node:events'
import { connect } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { createRequestHandler } from '@remix-run/express'
import type { LoaderFunction, ServerBuild } from '@remix-run/node'
import { expect, test, vi } from 'vitest'
import { downloadResponse } from '../app/cms/platform/http/download.server.ts'
import { startTestHost } from './start-test-host.ts'
import { clientOf } from '../server/middleware/client.ts'

const CHUNK = 256 * 1024
const MB = 1024 * 1024

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

test('a client that goes away: the loader of its stream is told, also when garbage was collected meanwhile', async () => {
  const left = vi.fn()
  const host = await startWithLoader(({ context }) => {
    context.client?.gone.addEventListener('abort', left)
    return new Response(new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array([58, 10])) }), {
      headers: { 'content-type': 'text/event-stream' },
    })
  })
  const socket = await ask(host.port)
  await once(socket, 'data')
  collectGarbage()
  expect(left).not.toHaveBeenCalled()
  socket.destroy()
  await vi.waitFor(() => {
    expect(left).toHaveBeenCalledOnce()
  })
})

test('a response that is sent to its end: its client is not gone', async () => {
  let gone: AbortSignal | undefined
  const host = await startWithLoader(({ context }) => {
    gone = context.client?.gone
    return new Response('all')
  })
  expect(await (await fetch(host.origin, { headers: { connection: 'close' } })).text()).toBe('all')
  expect(gone?.aborted).toBe(false)
})

test('a download on a slow line: made as it is taken, to its last byte; of a client that goes away, no more is made', async () => {
  let made = 0
  let isEnded = false
  async function* chunks() {
    try {
      for (; made < 60 * MB; made += CHUNK) yield await Promise.resolve(new Uint8Array(CHUNK))
    } finally {
      isEnded = true
    }
  }
  const host = await startWithLoader(({ context }) =>
    downloadResponse(chunks(), { fileName: 'all.bin', type: 'application/octet-stream', context }),
  )
  const waiting = await ask(host.port)
  waiting.pause()
  let before = -1
  await vi.waitFor(
    () => {
      const hasSettled = made > 0 && made === before
      before = made
      expect(hasSettled).toBe(true)
    },
    { interval: 200, timeout: 10_000 },
  )
  expect(made).toBeLessThan(30 * MB)
  waiting.destroy()
  await vi.waitFor(() => {
    expect(isEnded).toBe(true)
  })
  expect(made).toBeLessThan(30 * MB)

  made = 0
  const all = await fetch(host.origin)
  expect((await all.arrayBuffer()).byteLength).toBe(60 * MB)
})

/** A host whose page `/` is the response of the loader of a Remix app. */
function startWithLoader(loader: LoaderFunction) {
  const route = { id: 'stream', path: '/' }
  const module: ServerBuild['routes'][string]['module'] = { default: undefined, loader }
  const build: ServerBuild = {
    entry: { module: { default: () => new Response() } },
    routes: { stream: { ...route, module } },
    assets: { entry: { imports: [], module: '' }, routes: {}, url: '', version: '' },
    publicPath: '/',
    assetsBuildDirectory: '',
    future: {
      v3_fetcherPersist: true,
      v3_relativeSplatPath: true,
      v3_throwAbortReason: true,
      v3_singleFetch: true,
      v3_lazyRouteDiscovery: true,
    },
    isSpaMode: false,
    basename: '/',
    mode: 'production',
  }
  const handle = createRequestHandler({
    build,
    mode: 'production',
    getLoadContext: (_request, response) => ({ client: clientOf(response) }),
  })
  return startTestHost({ render: (request, response, next) => void handle(request, response, next) })
}

async function ask(port: number) {
  const socket = connect(port, '127.0.0.1')
  await once(socket, 'connect')
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
  return socket
}
