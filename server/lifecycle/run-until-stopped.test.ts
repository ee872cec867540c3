import { afterEach, expect, test, vi } from 'vitest'
import { pino } from 'pino'
import { runUntilStopped } from './run-until-stopped.ts'

const EVENTS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'uncaughtException', 'unhandledRejection'] as const
const before = new Map(EVENTS.map((event) => [event, process.rawListeners(event)]))

afterEach(() => {
  for (const event of EVENTS) for (const listener of listenersOf(event)) process.off(event, listener)
})

/** The listeners that were added; the test runner has some of its own, which must not hear of our failures. */
function listenersOf(event: (typeof EVENTS)[number]) {
  return process
    .rawListeners(event)
    .filter((listener) => !before.get(event)?.includes(listener))
    .map((listener) => listener as (...args: unknown[]) => void)
}

function run(stop: () => Promise<{ cut: number; isClosed: boolean }>) {
  const lines: string[] = []
  const exit = vi.spyOn(process, 'exit').mockImplementation(() => undefined as never)
  runUntilStopped({ stop, log: pino({ base: null }, { write: (line) => lines.push(line) }) })
  return { exit, lines }
}

test.each(['uncaughtException', 'unhandledRejection'] as const)(
  '%s: logged with its cause, running requests finish, exit 1',
  async (failure) => {
    const order: string[] = []
    const { exit, lines } = run(() =>
      Promise.resolve(void order.push('stopped')).then(() => ({ cut: 0, isClosed: true })),
    )
    exit.mockImplementation((code) => void order.push(`exit ${code}`) as never)
    for (const listener of listenersOf(failure)) listener(new Error('the cause'))
    await vi.waitFor(() => {
      expect(order).toEqual(['stopped', 'exit 1'])
    })
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 60, err: { message: 'the cause' } })
  },
)

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s: stops in order, exit 0', async (signal) => {
  const { exit } = run(() => Promise.resolve({ cut: 0, isClosed: true }))
  for (const listener of listenersOf(signal)) listener()
  await vi.waitFor(() => {
    expect(exit).toHaveBeenCalledExactlyOnceWith(0)
  })
})

test('what is to be closed cannot be: said, and exit 1', async () => {
  const { exit, lines } = run(() => Promise.reject(new Error('write failed')))
  for (const listener of listenersOf('SIGTERM')) listener()
  await vi.waitFor(() => {
    expect(exit).toHaveBeenCalledExactlyOnceWith(1)
  })
  expect(lines.at(-1)).toContain('write failed')
})

test('second signal: ends the process at once, unless it is the same Ctrl+C that comes twice', () => {
  const now = vi.spyOn(performance, 'now').mockReturnValue(0)
  const { exit } = run(() => new Promise(() => undefined))
  const [signal] = listenersOf('SIGINT')
  signal?.()
  now.mockReturnValue(400)
  signal?.()
  expect(exit).not.toHaveBeenCalled()
  now.mockReturnValue(600)
  signal?.()
  expect(exit).toHaveBeenCalledExactlyOnceWith(1)
})
