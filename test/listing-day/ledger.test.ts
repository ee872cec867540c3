import { describe, expect, test } from 'vitest'
import { Disturbances, Ledger, ReleaseLedger } from './ledger.ts'

const at = (asked: number, answered = asked + 5) => ({ asked, answered })

describe('versions of a place', () => {
  const ledger = new Ledger()
  ledger.begin(1, 100)
  ledger.acknowledge(1, 120)
  ledger.begin(2, 200)
  // No response to version 2; the next save is valid.
  ledger.begin(3, 300)
  ledger.acknowledge(3, 340)

  test.each([
    ['what shipped, before anything was saved', 0, at(90)],
    ['a save that is not confirmed yet', 1, at(105)],
    ['the old version while the new one is saved', 0, at(110)],
    ['the old version within the time that caches have', 0, at(210)],
    ['one whose response did not come', 2, at(250)],
    ['the newest one', 3, at(10_000)],
  ])('%s is right', (_, version, seen) => {
    expect(ledger.judge(version, seen, 100)).toBeUndefined()
  })

  test.each([
    ['a version that nobody saved', 4, at(1_000), 'version 4 was never saved'],
    ['a version before it was sent', 3, at(200), 'version 3 was shown 95 ms too early'],
    ['an old version after that time', 0, at(240), 'version 0 had been replaced for 120 ms, and 3 stands now'],
    ['one that was not confirmed, after its successor', 2, at(500), 'version 2 had been replaced for 160 ms'],
  ])('%s is wrong', (_, version, seen, fault) => {
    expect(ledger.judge(version, seen, 100)).toContain(fault)
  })

  test('counts what was confirmed, each once', () => {
    ledger.acknowledge(3, 999)
    expect([ledger.last, ledger.count]).toEqual([3, 2])
    expect(ledger.age(1, at(400))).toBe(60)
  })
})

describe('a release', () => {
  function published() {
    const release = new ReleaseLedger()
    release.beginToPublish(100)
    return release
  }

  test('is not seen before its moment', () => {
    expect(published().judge(false, at(50), 10)).toBeUndefined()
    expect(published().judge(true, at(50), 10)).toBe('shown: version 1 was shown 45 ms too early')
  })

  test('is seen everywhere once it is seen anywhere, confirmed or not', () => {
    const release = published()
    expect(release.judge(false, at(150), 10)).toBeUndefined()
    expect(release.judge(true, at(150), 10)).toBeUndefined()
    expect(release.judge(false, at(160), 10)).toBeUndefined()
    expect(release.judge(false, at(170), 10)).toContain('not shown: version 0 had been replaced for 15 ms')
  })

  test('is seen nowhere once it is undone', () => {
    const release = published()
    release.published(110)
    release.beginToUndo(200)
    expect(release.judge(true, at(210), 10)).toBeUndefined()
    expect(release.judge(false, at(210), 10)).toBeUndefined()
    expect(release.judge(true, at(240), 10)).toContain('shown: version 1 had been replaced for 25 ms')
  })
})

test('a disturbance counts until things have settled', () => {
  const disturbances = new Disturbances()
  const end = disturbances.begin(100)
  expect([at(50), at(98), at(5_000)].map((seen) => disturbances.touches(seen, 50))).toEqual([false, true, true])
  end(200)
  expect([at(249), at(251)].map((seen) => disturbances.touches(seen, 50))).toEqual([true, false])
})
