import { expect, test } from 'vitest'
import { NameLocks } from './name-locks.ts'

/** Runs tasks that end when `end` is called, and notes which have begun. */
function tasks(locks: NameLocks) {
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const run = (id: string, ...names: string[]) =>
    locks.run(names, () => {
      begun.push(id)
      return new Promise<string>((resolve, reject) => {
        ends.set(id, (failure) => {
          if (failure) reject(failure)
          else resolve(id)
        })
      })
    })
  return { begun, run, end: (id: string, failure?: Error) => ends.get(id)?.(failure) }
}

const settled = () => new Promise((resolve) => setImmediate(resolve))

test('tasks with a common name run one after the other, all others at once', async () => {
  const { begun, run, end } = tasks(new NameLocks())
  const all = [run('first', 'a', 'b'), run('second', 'b', 'c'), run('third', 'c'), run('other', 'd')]
  await settled()
  expect(begun).toEqual(['first', 'other'])
  end('first')
  await settled()
  expect(begun).toEqual(['first', 'other', 'second'])
  end('second')
  await settled()
  for (const id of ['third', 'other']) end(id)
  expect(await Promise.all(all)).toEqual(['first', 'second', 'third', 'other'])
})

test('a task that fails does not hold back the next one', async () => {
  const { run, end } = tasks(new NameLocks())
  const failing = run('first', 'a')
  const next = run('second', 'a')
  await settled()
  end('first', new Error('The disk is full'))
  await expect(failing).rejects.toThrow('The disk is full')
  await settled()
  end('second')
  expect(await next).toBe('second')
})
