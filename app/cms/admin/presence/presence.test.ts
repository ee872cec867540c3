import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ownRequest, routeArgs, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { sectionEditorLoader } from '#app/cms/admin/editor/section/section-editor.server.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { loader } from './presence.tsx'

const site = await createExampleSite()
const ends: (() => void)[] = []
let publisher: string
let editor: string

beforeEach(async () => {
  publisher = await signInAs('publisher')
  editor = await signInAs('editor')
})

afterEach(() => {
  for (const end of ends.splice(0)) end()
  vi.useRealTimers()
})

test('a stream: nothing holds its events back, it tells the state at once, then who comes, saves and leaves', async () => {
  const { response, next } = await stream(publisher)
  expect(response.headers.get('content-type')).toMatch(/^text\/event-stream/)
  expect(response.headers.get('cache-control')).toBe('no-store, no-transform')
  expect(response.headers.get('x-accel-buffering')).toBe('no')
  expect(await next()).toMatchObject({ others: [], isOpenElsewhere: false })

  const other = await stream(editor)
  expect(await next()).toMatchObject({ others: [expect.stringMatching(/^editor, since \d\d:\d\d$/)] })
  const { historyEntry } = await saveNumbers('editor')
  expect(await next()).toMatchObject({
    changes: [
      {
        text: expect.stringMatching(/^editor published a change at \d\d:\d\d\. Saving here merges both/) as string,
        href: `/admin/history/numbers/${historyEntry ?? ''}`,
      },
    ],
  })
  other.abort()
  expect(await next()).toMatchObject({ others: [] })
})

test('a poll: the same as JSON, and the window counts as open', async () => {
  const { next } = await stream(publisher)
  await next()
  const response = await call(request(editor, { window: 'poll' }))
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(await response.json()).toMatchObject({ others: [expect.stringMatching(/^publisher, since /)] })
  expect(await next()).toMatchObject({ others: [expect.stringMatching(/^editor, since /)] })
})

test.each([
  ['signs out', () => site.auth.sessions.endSession(ownRequest('/', { headers: { cookie: editor } }))],
  ['is deactivated', () => site.auth.people.deactivate('editor')],
])('the person %s: the stream ends at once', async (_what, act) => {
  const { next } = await stream(editor)
  await next()
  await act()
  expect(await next()).toBeUndefined()
  await site.auth.people.reactivate('editor')
})

test('more windows of a session than there may be: 503, which a browser takes as a reason to poll instead', async () => {
  for (let count = 0; count < 12; count += 1) expect((await stream(editor, `w${count}`)).response.status).toBe(200)
  expect((await stream(editor, 'one more')).response.status).toBe(503)
  expect((await call(request(editor, { window: 'one more' }))).status).toBe(200)
})

test('a browser that does not read: the stream ends, and its window is forgotten', async () => {
  await stream(editor)
  const others = () => site.presence.preview('publisher', { section: 'numbers' }).others.length
  expect(others()).toBe(1)
  await vi.waitFor(
    () => {
      site.presence.notePublished({ section: 'numbers', author: 'editor', historyEntry: 'h' })
      expect(others()).toBe(0)
    },
    { interval: 100, timeout: 20_000 },
  )
})

test('a page that asks by itself does not keep its session open', async () => {
  const seen = async () => (await site.auth.sessions.listSessions('editor')).map(({ lastSeenAt }) => lastSeenAt)
  const before = await seen()
  vi.useFakeTimers({ now: Date.now() + 10 * 60_000, toFake: ['Date'] })
  await call(request(editor, { window: 'poll' }))
  expect(await seen()).toEqual(before)
})

test('no such section: 404', async () => {
  await expect(call(request(editor, { window: 'x' }), 'nothing')).rejects.toMatchObject({ status: 404 })
})

test('the page of an editor names who else has it open when it is loaded, and not its own earlier window', async () => {
  await stream(editor)
  await stream(publisher)
  const { presence } = await sectionEditorLoader(
    routeArgs(ownRequest('/admin/numbers', { headers: { cookie: publisher } }), { section: 'numbers' }),
  )
  expect(presence.view.others).toEqual([expect.stringMatching(/^editor, since /)])
  expect(presence.view.isOpenElsewhere).toBe(false)
})

function request(cookie: string, query: Record<string, string>, init: RequestInit = {}) {
  const headers = { ...Object.fromEntries(new Headers(init.headers)), cookie }
  return ownRequest(`/admin/presence/numbers?${new URLSearchParams(query).toString()}`, { ...init, headers })
}

function call(sent: Request, section = 'numbers') {
  return loader(routeArgs(sent, { section }))
}

/** Opens a stream. `next` resolves with the next view, or undefined at the end of the stream. */
async function stream(cookie: string, window = 'window') {
  const controller = new AbortController()
  const abort = () => {
    controller.abort()
  }
  ends.push(abort)
  const { signal } = controller
  const response = await call(request(cookie, { window }, { signal, headers: { accept: 'text/event-stream' } }))
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async (): Promise<unknown> => {
    const text = (await reader?.read())?.value
    if (text?.startsWith(':')) return next()
    return text === undefined ? undefined : JSON.parse(text.replace(/^data: /, ''))
  }
  return { response, abort, next }
}

function saveNumbers(author: string) {
  return site.content.update(numbers, {
    author,
    reason: 'Changed',
    change: (now) => ({ ...now, yearsOpen: now.yearsOpen + 1 }),
  })
}
