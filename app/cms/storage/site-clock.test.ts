import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { silentLog } from '#test/temporary-content.ts'
import { openTemporaryStorage } from '#test/temporary-storage.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { openSiteClock, type SiteClock } from './site-clock.server.ts'
import { StorageError } from './storage-error.ts'

const DAY = 86_400_000
const START = Date.UTC(2027, 5, 30, 12)

let files: ReturnType<typeof openTemporaryStorage>
let health: Health
let siteClock: SiteClock
const machine = { now: START, up: 0 }

beforeEach(async () => {
  Object.assign(machine, { now: START, up: 0 })
  files = openTemporaryStorage()
  await open()
})
afterEach(async () => {
  await siteClock.close()
  await files.dispose()
})

/** Opens the clock as a start of the site does. */
async function open(newestRecord?: string) {
  health = new Health(silentLog)
  siteClock = await openSiteClock({
    storage: files.storage,
    health,
    newestRecord: () => Promise.resolve(newestRecord),
    clocks: { now: () => machine.now, uptime: () => machine.up },
  })
  siteClock.start()
}

async function restartAfter(days: number, newestRecord?: string) {
  await siteClock.close()
  machine.now += days * DAY
  machine.up = 0
  await open(newestRecord)
}

const problems = () => health.problems().map(({ id }) => id)

test.each([
  ['the first start', () => Promise.resolve()],
  ['a pause of seven days', () => restartAfter(7)],
  [
    'a year of running time',
    () => {
      machine.now += 365 * DAY
      machine.up += 365 * DAY
      return Promise.resolve()
    },
  ],
  [
    'a clock without a battery, which is set after the start',
    async () => {
      machine.now = 0
      await restartAfter(0)
      machine.now = START + 2 * DAY
    },
  ],
])('%s is no jump', async (_, happen) => {
  await happen()
  expect(siteClock.jump()).toBeUndefined()
  expect(problems()).toEqual([])
  expect(siteClock.clocks.now()).toBe(machine.now)
})

test('a start that is ahead by more than seven days is a jump, also at the next start, until it is confirmed', async () => {
  await restartAfter(1_500)
  expect(problems()).toEqual(['clock-jumped'])
  expect(siteClock.jump()).toEqual({ from: '2027-06-30T12:00:00.000Z', to: '2031-08-08T12:00:00.000Z' })
  await restartAfter(1)
  expect(problems()).toEqual(['clock-jumped'])
  await siteClock.confirm()
  expect(siteClock.jump()).toBeUndefined()
  expect(problems()).toEqual([])
  await restartAfter(1)
  expect(problems()).toEqual([])
})

test('a jump while the site runs: days of running time count, the jump does not', () => {
  machine.now += 1_500 * DAY
  machine.up += 2 * DAY
  expect(siteClock.jump()).toBeDefined()
  expect(siteClock.clocks.now()).toBe(START + 2 * DAY)
  machine.now = START + 2 * DAY
  expect(siteClock.jump()).toBeUndefined()
  expect(problems()).toEqual([])
})

test('a site that has not stored the time yet: the newest record counts, also if another record was made in the jump', async () => {
  await files.storage.remove('data/clock.json')
  await siteClock.close()
  await files.storage.remove('data/clock.json')
  machine.up = 0
  await open(new Date(START - 30 * DAY).toISOString())
  expect(siteClock.jump()).toBeDefined()
  await restartAfter(0, new Date(START).toISOString())
  expect(siteClock.jump()).toBeDefined()
})

test('a clock that was confirmed and was wrong: jumps are found again after a day of running time', async () => {
  await restartAfter(1_500)
  await siteClock.confirm()
  machine.now = START
  expect(siteClock.jump()).toBeUndefined()
  machine.now += 1.1 * DAY
  machine.up += 1.1 * DAY
  expect(siteClock.jump()).toBeUndefined()
  machine.now += 30 * DAY
  expect(siteClock.jump()).toBeDefined()
})

test('a disk that takes no write: the confirmation is refused, and the jump stays', async () => {
  await restartAfter(1_500)
  const refuse = vi.spyOn(files.storage, 'commit').mockRejectedValue(new StorageError('disk-full'))
  await expect(siteClock.confirm()).rejects.toMatchObject({ code: 'disk-full' })
  expect(siteClock.jump()).toBeDefined()
  refuse.mockRestore()
})
