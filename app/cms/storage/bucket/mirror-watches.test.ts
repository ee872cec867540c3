import { afterEach, expect, test, vi } from 'vitest'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { MirrorWatches } from './mirror-watches.server.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a change that does not come is not awaited for ever; the watch goes on', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const watches = new MirrorWatches(openMemoryStorage().storage)
  const seen: string[] = []
  const add = (name: string, isAwaited: boolean) => watches.add(name, (changed) => seen.push(changed), { isAwaited })
  const stops = [add('data/releases/1.json', true), add('data/releases/1.json', true), add('content', false)]
  expect(watches.awaited()).toEqual(['data/releases/1.json'])
  vi.advanceTimersByTime(61_000)
  expect(watches.awaited()).toEqual([])
  await watches.announce(['data/releases/1.json'])
  expect(seen).toHaveLength(2)
  for (const stop of stops) stop()
})
