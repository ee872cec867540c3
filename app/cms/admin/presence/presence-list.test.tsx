import { act, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { renderInRouter } from '#test/render-in-router.tsx'
import type { PresenceView } from './presence.server.ts'
import { PresenceList } from './presence-list.tsx'

const nobody: PresenceView = { others: [], isOpenElsewhere: false, changes: [] }
const withPriya: PresenceView = { ...nobody, others: ['Priya Shah, since 10:42'] }
const saved: PresenceView = {
  ...withPriya,
  changes: [{ position: 5, text: 'Priya Shah published a change at 10:44.', href: '/admin/history/stats/h1' }],
}

/** Replaces the browser's EventSource: tests send its events. */
class FakeEventSource {
  static all: FakeEventSource[] = []
  onmessage: ((event: { data: string }) => void) | undefined
  onerror: (() => void) | undefined
  close = vi.fn()
  constructor(readonly url: string) {
    FakeEventSource.all.push(this)
  }
  send(view: PresenceView) {
    act(() => this.onmessage?.({ data: JSON.stringify(view) }))
  }
}

const poll = vi.fn<typeof fetch>()

beforeEach(() => {
  vi.useFakeTimers()
  FakeEventSource.all = []
  vi.stubGlobal('EventSource', FakeEventSource)
  vi.stubGlobal('fetch', poll.mockReset())
})

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('loaded with others: named before anything is asked; then the stream says who is there', () => {
  const { unmount } = show(withPriya)
  expect(screen.getByText('Priya Shah, since 10:42')).toBeVisible()
  newest().send({ ...nobody, isOpenElsewhere: true })
  expect(screen.queryByText(/Priya/)).toBeNull()
  expect(screen.getByText('Open in another window as well.')).toBeVisible()
  unmount()
  expect(newest().close).toHaveBeenCalled()
  expect(vi.getTimerCount()).toBe(0)
})

test('somebody comes and saves: both are announced, those already there are not named again', () => {
  show(withPriya)
  const [people, news] = screen.getAllByRole('status')
  const named = screen.getByText('Priya Shah, since 10:42')
  newest().send({ ...saved, others: ['Priya Shah, since 10:42', 'Ravi Kumar, since 10:43'] })
  // It is still the same element: a screen reader announces only added ones.
  expect(screen.getByText('Priya Shah, since 10:42')).toBe(named)
  expect(people).toHaveAttribute('aria-atomic', 'false')
  expect(people).toHaveTextContent('Ravi Kumar, since 10:43')
  expect(news).toHaveTextContent('Priya Shah published a change at 10:44.')
  expect(screen.getByRole('link', { name: /See the change/ })).toHaveAttribute('href', '/admin/history/stats/h1')
})

test.each([
  ['includes it already', { position: 5 }],
  ['is not there', {}],
])('a change, and the form %s: not told', (_case, form) => {
  show(nobody, form)
  newest().send(saved)
  expect(screen.queryByText(/published/)).toBeNull()
})

test('a stream that says nothing, as behind a proxy that holds it back: looks every 20 seconds instead', async () => {
  poll.mockImplementation(() => Promise.resolve(Response.json(withPriya)))
  show(nobody)
  expect(poll).not.toHaveBeenCalled()
  await pass(20_000)
  expect(newest().close).toHaveBeenCalled()
  expect(screen.getByText('Priya Shah, since 10:42')).toBeVisible()
  await pass(40_000)
  expect(poll).toHaveBeenCalledTimes(3)
  expect(FakeEventSource.all).toHaveLength(1)
})

test('a stream that ends: closed, not tried again at once; looked up, and opened again when the server responds', async () => {
  show(nobody)
  newest().send(withPriya)
  act(() => newest().onerror?.())
  expect(newest().close).toHaveBeenCalled()
  poll.mockRejectedValueOnce(new TypeError('fetch failed'))
  await pass(20_000)
  expect(FakeEventSource.all).toHaveLength(1)
  poll.mockResolvedValueOnce(Response.json(withPriya))
  await pass(20_000)
  expect(FakeEventSource.all).toHaveLength(2)
})

test('the session has ended: nobody is named any more, and no stream is tried', async () => {
  show(withPriya)
  act(() => newest().onerror?.())
  poll.mockResolvedValueOnce(new Response(null, { status: 401 }))
  await pass(20_000)
  expect(screen.queryByText(/Priya/)).toBeNull()
  expect(FakeEventSource.all).toHaveLength(1)
  expect(screen.getByRole('alert')).toHaveTextContent('Your session has ended. Your text is still in the form.')
  expect(screen.getByRole('link', { name: 'Log in again in a new tab' })).toHaveAttribute('target', '_blank')
  poll.mockResolvedValueOnce(Response.json(withPriya))
  await pass(20_000)
  expect(screen.getByRole('alert')).toBeEmptyDOMElement()
})

test('a page in the background: its stream is closed, it looks; back in view, it looks and streams', async () => {
  poll.mockImplementation(() => Promise.resolve(Response.json(withPriya)))
  show(nobody)
  newest().send(nobody)
  const hidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true)
  await changeVisibility()
  // The page may be about to be closed.
  await pass(4_000)
  expect(poll).not.toHaveBeenCalled()
  await pass(1_000)
  expect(newest().close).toHaveBeenCalled()
  await pass(20_000)
  expect(poll).toHaveBeenCalledTimes(2)
  expect(FakeEventSource.all).toHaveLength(1)
  hidden.mockReturnValue(false)
  await changeVisibility()
  expect(FakeEventSource.all).toHaveLength(2)
  expect(new Set(FakeEventSource.all.map(({ url }) => url)).size).toBe(1)
})

function show(view: PresenceView, form: { position?: number } = { position: 4 }) {
  const presence = { address: '/admin/presence/stats?', position: 4, view }
  return renderInRouter(<PresenceList presence={presence} {...form} />)
}

function newest() {
  const stream = FakeEventSource.all.at(-1)
  if (!stream) throw new Error('No stream was opened')
  return stream
}

async function pass(milliseconds: number) {
  await act(() => vi.advanceTimersByTimeAsync(milliseconds))
}

async function changeVisibility() {
  await act(async () => {
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
  })
}
