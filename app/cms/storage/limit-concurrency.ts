import { AsyncResource } from 'node:async_hooks'
import PQueue from 'p-queue'

export class TooManyWaiting extends Error {
  override name = 'TooManyWaiting'
}

/** Runs a task when its turn comes. `onIdle` resolves when none runs or waits. */
interface Limiter {
  <Result>(task: () => Promise<Result>): Promise<Result>
  onIdle: () => Promise<void>
  /** How many tasks run or wait. */
  size: () => number
}

/**
 * Makes a limiter that runs at most `running` tasks at a time and lets at most `waiting` others wait, first in, first
 * out. One more is refused: its promise rejects with TooManyWaiting and its task never runs.
 */
export function limitConcurrency({ running, waiting }: { running: number; waiting: number }): Limiter {
  const queue = new PQueue({ concurrency: running })

  async function run<Result>(task: () => Promise<Result>): Promise<Result> {
    if (queue.pending >= running && queue.size >= waiting) {
      throw new TooManyWaiting(`More than ${waiting} calls are waiting`)
    }
    // A task that waits belongs to its own caller, not to the task before it. Thousands do not wait while a site starts.
    const waits = queue.pending >= running || queue.size > 0
    return queue.add(waits ? AsyncResource.bind(task) : task, { throwOnTimeout: true })
  }

  return Object.assign(run, { onIdle: () => queue.onIdle(), size: () => queue.size + queue.pending })
}
