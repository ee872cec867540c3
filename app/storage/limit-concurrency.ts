/** Too many calls wait already. */
export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/**
 * Makes a gate that runs at most `running` tasks at a time and lets at most `waiting` others wait for their turn, first come
 * first served. One more is refused: its promise rejects with TooManyWaiting and its task never runs.
 */
export function limitConcurrency({ running, waiting }: { running: number; waiting: number }) {
  let active = 0
  const queue: (() => void)[] = []

  return async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (active >= running) {
      if (queue.length >= waiting) throw new TooManyWaiting(`More than ${waiting} calls are waiting`)
      // Whoever finishes hands its place over, so `active` stays as it is.
      await new Promise<void>((start) => queue.push(start))
    } else {
      active += 1
    }
    try {
      return await task()
    } finally {
      const next = queue.shift()
      if (next) next()
      else active -= 1
    }
  }
}
