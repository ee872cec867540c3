import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { sharedShelf } from '#app/cms/storage/shared-shelf.server.ts'
import { openAskedWords } from './asked-words.server.ts'
import { MAX_VISITORS, MAX_WORDS } from './day-counts.server.ts'

const warn = vi.fn()
let dataDir: string
const opened: ReturnType<typeof openAskedWords>[] = []

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'asked-words-'))
  vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval', 'setTimeout', 'clearTimeout'] })
  vi.setSystemTime('2026-11-29T06:00:00Z')
})

afterEach(async () => {
  for (const one of opened.splice(0)) await one.close()
  vi.useRealTimers()
  warn.mockClear()
  await rm(dataDir, { recursive: true })
})

/** A process of the site on these folders. */
function open({ mayErase = true } = {}) {
  const shelf = sharedShelf({ store: undefined, dataDir })
  const one = openAskedWords({ shelf, mayErase, log: { warn } })
  opened.push(one)
  return one
}

const folder = () => path.join(dataDir, 'assets', 'asked-words')
/** Without those that are being written. */
const files = async () => (await readdir(folder()).catch(() => [])).filter((name) => !name.endsWith('.tmp'))
const address = (visitor: number) => `192.0.${visitor >> 8}.${visitor & 255}`

function ask(one: ReturnType<typeof open>, question: string, visitors: number, isFound = false) {
  for (let visitor = 0; visitor < visitors; visitor += 1) one.count(question, { isFound, address: address(visitor) })
}

describe('who is counted', () => {
  test('three visitors with the same folded words: counted; two: not even stored', async () => {
    const one = open()
    ask(one, 'Fire-rated', 2)
    expect(await one.list()).toEqual([])
    expect(await files()).toEqual([])
    one.count('FIRE RATED?', { isFound: false, address: address(2) })
    expect(await one.list()).toEqual([{ words: 'fire rated', found: 0, missing: 3, lastDay: '2026-11-29' }])
  })

  test('one visitor who asks again and again, also from other addresses of the same IPv6 network: once', async () => {
    const one = open()
    for (const last of ['1', '2', 'ff:1']) one.count('zebra', { isFound: false, address: `2001:db8::${last}` })
    one.count('zebra', { isFound: false, address: '192.0.2.1' })
    one.count('zebra', { isFound: false, address: '::ffff:192.0.2.1' })
    expect(await one.list()).toEqual([])
  })

  test('visitors whose addresses the host does not know: not counted', async () => {
    const one = open()
    for (let time = 0; time < 5; time += 1) one.count('zebra', { isFound: false, address: undefined })
    expect(await one.list()).toEqual([])
  })

  test('with and without a result', async () => {
    const one = open()
    ask(one, 'zebra', 2)
    for (const visitor of [3, 4, 5]) one.count('zebra', { isFound: true, address: address(visitor) })
    expect(await one.list()).toMatchObject([{ words: 'zebra', found: 3, missing: 2 }])
  })
})

describe('bounds', () => {
  test('visitors of the same words', async () => {
    const one = open()
    ask(one, 'zebra', MAX_VISITORS + 20)
    expect(await one.list()).toMatchObject([{ missing: MAX_VISITORS }])
  })

  test('words of a day: the first ones, in a file below 100 kB', async () => {
    const one = open()
    for (let at = 0; at <= MAX_WORDS; at += 1) ask(one, `${'ह'.repeat(30)} ${at}`, 3)
    expect(await one.list()).toHaveLength(MAX_WORDS)
    const [file = ''] = await files()
    expect((await readFile(path.join(folder(), file))).length).toBeLessThan(100_000)
    expect(warn).not.toHaveBeenCalled()
  })

  test('many words of one visitor each: those that others ask for are counted all the same', async () => {
    const one = open()
    for (let at = 0; at < 10_000; at += 1) one.count(`word ${at}`, { isFound: false, address: address(1) })
    ask(one, 'zebra', 3)
    expect(await one.list()).toMatchObject([{ words: 'zebra' }])
  })
})

describe('what is stored', () => {
  test('a small file of the day, every minute, without anything about visitors or times', async () => {
    const one = open()
    one.start()
    ask(one, 'zebra', 3)
    await vi.advanceTimersByTimeAsync(60_000)
    await vi.waitFor(async () => expect(await files()).toHaveLength(1))
    const [file = ''] = await files()
    expect(file).toMatch(/^2026-11-29\.[0-9a-f]{8}\.json$/)
    expect(JSON.parse(await readFile(path.join(folder(), file), 'utf8'))).toEqual([
      { words: 'zebra', found: 0, missing: 3 },
    ])
  })

  test('a restart within the day: what was counted stays, and the visitors are forgotten', async () => {
    const before = open()
    ask(before, 'zebra', 3)
    ask(before, 'unicorn', 2)
    await before.close()
    const after = open()
    expect(await after.list()).toMatchObject([{ words: 'zebra', missing: 3 }])
    after.count('unicorn', { isFound: false, address: address(9) })
    expect(await after.list()).toHaveLength(1)
    ask(after, 'zebra', 4)
    expect(await after.list()).toMatchObject([{ words: 'zebra', missing: 7 }])
  })

  test('several processes at a time: their sum', async () => {
    const [writer, reader] = [open(), open({ mayErase: false })]
    ask(writer, 'zebra', 3)
    ask(reader, 'zebra', 4)
    await reader.close()
    expect(await writer.list()).toMatchObject([{ words: 'zebra', missing: 7 }])
  })

  test('a damaged file: left out, and logged', async () => {
    const one = open()
    ask(one, 'zebra', 3)
    await one.list()
    for (const text of ['{', '[{"words":"a@b.example"}]'])
      await writeFile(path.join(folder(), `2026-11-28.0000000${text.length % 10}.json`), text)
    await writeFile(path.join(folder(), 'notes.txt'), 'zebra')
    expect(await one.list()).toHaveLength(1)
    expect(warn).toHaveBeenCalledTimes(2)
  })

  test('a store that takes nothing: logged, counted on, and stored by the next attempt', async () => {
    const shelf = sharedShelf({ store: undefined, dataDir })
    const write = vi.spyOn(shelf, 'write').mockRejectedValueOnce(new Error('full'))
    const one = openAskedWords({ shelf, mayErase: true, log: { warn } })
    opened.push(one)
    ask(one, 'zebra', 3)
    expect(await one.list()).toEqual([])
    expect(warn).toHaveBeenCalledTimes(1)
    expect(await one.list()).toHaveLength(1)
    expect(write).toHaveBeenCalledTimes(2)
  })
})

describe('a new day', () => {
  test('visitors are forgotten, and the day before stays as it is', async () => {
    const one = open()
    ask(one, 'zebra', 3)
    ask(one, 'unicorn', 2)
    vi.setSystemTime('2026-11-30T06:00:00Z')
    one.count('unicorn', { isFound: false, address: address(9) })
    expect(await one.list()).toEqual([{ words: 'zebra', found: 0, missing: 3, lastDay: '2026-11-29' }])
    ask(one, 'zebra', 3)
    expect(await one.list()).toEqual([{ words: 'zebra', found: 0, missing: 6, lastDay: '2026-11-30' }])
    expect(await files()).toHaveLength(2)
  })

  test('at midnight in the time zone of the site, also without a question', async () => {
    const one = open()
    one.start()
    ask(one, 'zebra', 3)
    vi.setSystemTime('2026-11-29T18:30:01Z')
    await vi.advanceTimersByTimeAsync(11_000)
    await vi.waitFor(async () => expect(await files()).toHaveLength(1))
  })

  test('after 90 days: erased, by the process that writes alone', async () => {
    const writer = open()
    ask(writer, 'zebra', 3)
    await writer.close()
    vi.setSystemTime('2027-02-26T06:00:00Z')
    expect(await open({ mayErase: false }).list()).toHaveLength(1)
    vi.setSystemTime('2027-02-27T06:00:00Z')
    const reader = open({ mayErase: false })
    reader.start()
    expect(await reader.list()).toEqual([])
    expect(await files()).toHaveLength(1)
    open().start()
    await vi.waitFor(async () => expect(await files()).toEqual([]))
  })
})

test('turned off: visitors and what too few have asked for are forgotten, what was counted stays', async () => {
  const one = open()
  ask(one, 'zebra', 3)
  ask(one, 'unicorn', 2)
  one.forget()
  one.count('unicorn', { isFound: false, address: address(9) })
  ask(one, 'zebra', 2)
  expect(await one.list()).toMatchObject([{ words: 'zebra', missing: 3 }])
})
