import { expect, test, vi } from 'vitest'
import { Health } from './health.server.ts'

function quietHealth() {
  const logger = { error: vi.fn(), info: vi.fn() }
  return { health: new Health(logger), logger }
}

test('a problem that is reported on every look: shown once, logged once, removed when it is cleared', () => {
  const { health, logger } = quietHealth()
  for (let look = 0; look < 3; look += 1) health.report({ id: 'disk', message: 'The disk is full.' })
  expect(health.problems()).toEqual([{ id: 'disk', message: 'The disk is full.', since: expect.any(String) }])
  expect(logger.error).toHaveBeenCalledTimes(1)
  health.clear('disk')
  health.clear('disk')
  expect(health.problems()).toEqual([])
  expect(logger.info).toHaveBeenCalledTimes(1)
})

test('a problem whose message changes: logged again, since its first report', () => {
  const { health, logger } = quietHealth()
  health.report({ id: 'inbox', message: '80 % full' })
  const [first] = health.problems()
  health.report({ id: 'inbox', message: '90 % full' })
  expect(health.problems()).toEqual([{ ...first, message: '90 % full' }])
  expect(logger.error).toHaveBeenCalledTimes(2)
})

test('only a problem that says so makes the process unready', () => {
  const { health } = quietHealth()
  health.report({ id: 'disk', message: 'full' })
  expect(health.isReady()).toBe(true)
  health.report({ id: 'lock', message: 'taken over', isUnready: true })
  expect(health.isReady()).toBe(false)
  health.clear('lock')
  expect(health.isReady()).toBe(true)
})

test('problems under ever new names: bounded', () => {
  const { health } = quietHealth()
  for (let n = 0; n < 500; n += 1) health.report({ id: `file-${n}`, message: 'unreadable' })
  expect(health.problems()).toHaveLength(100)
})
