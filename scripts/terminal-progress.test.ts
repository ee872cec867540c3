import { expect, test } from 'vitest'
import { openProgress, progressLine } from './terminal-progress.ts'

const MINUTE = 60_000

test.each([
  [{ work: 'Backing up', done: 0, total: 6000, unit: 'files' }, 0, 'Backing up: 0 of 6,000 files'],
  [
    { work: 'Backing up', done: 2000, total: 6000, unit: 'files' },
    2 * MINUTE,
    'Backing up: 2,000 of 6,000 files, 4 minutes left',
  ],
  [{ work: 'Checking', done: 900, total: 1000, unit: 'files' }, 9_000, 'Checking: 900 of 1,000 files, 1 second left'],
  [{ work: 'Checking', done: 1200, total: 1000, unit: 'files' }, 9_000, 'Checking: 1,000 of 1,000 files'],
  [{ work: 'Comparing', done: 7, unit: 'files' }, 9_000, 'Comparing: 7 files'],
] as const)('%j', (progress, elapsed, line) => {
  expect(progressLine(progress, elapsed)).toBe(line)
})

function recorder(isTTY: boolean) {
  let time = 0
  const written: string[] = []
  const terminal = { isTTY, columns: 40, write: (text: string) => written.push(text) }
  const { report, end } = openProgress(terminal, () => time)
  return { written, report, end, passes: (milliseconds: number) => (time += milliseconds) }
}

test('a terminal: one line that changes at most ten times a second, no longer than the terminal, and goes', () => {
  const { written, report, end, passes } = recorder(true)
  for (let done = 0; done < 1000; done += 1) {
    report({ work: 'Backing up a site with a long name', done, total: 1000, unit: 'files' })
    passes(1)
  }
  end()
  expect(written).toHaveLength(11)
  expect(written[0]).toBe('\r\u001B[KBacking up a site with a long name: 0 o')
  expect(written.at(-1)).toBe('\r\u001B[K')
})

test('a pipe: plain lines, one in five seconds, and none for short work', () => {
  const { written, report, end, passes } = recorder(false)
  for (let done = 0; done < 120; done += 1) {
    report({ work: 'Checking', done, total: 120, unit: 'files' })
    passes(100)
  }
  end()
  expect(written).toEqual([
    'Checking: 50 of 120 files, 7 seconds left\n',
    'Checking: 100 of 120 files, 2 seconds left\n',
  ])
})
