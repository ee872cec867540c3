/** Resolves like `task`, or with undefined after `limit` (ms). Then the task goes on. */
export async function within<Result>(limit: number, task: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const isLate = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, limit, undefined)
  })
  try {
    return await Promise.race([task, isLate])
  } finally {
    clearTimeout(timer)
  }
}

/**
 * Runs a task that may take so long (ms). Settles like the task, or rejects after `limit`: then it aborts the signal of
 * the task and no longer waits for it, whatever the task does. Whoever has `ending` can end it earlier.
 *
 * The runtime holds the timer. That of `AbortSignal.timeout` is collected as garbage once only an `AbortSignal.any`
 * refers to it, and then never ends (Node 20.20).
 */
export async function withDeadline<Result>(
  limit: number,
  task: (signal: AbortSignal) => Promise<Result>,
  ending = new AbortController(),
): Promise<Result> {
  const { signal } = ending
  const timer = setTimeout(() => {
    ending.abort(new Error(`No response within ${limit / 1000} s`))
  }, limit)
  const isEnded = new Promise<never>((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(toError(signal.reason))
    })
  })
  try {
    return await Promise.race([task(signal), isEnded])
  } finally {
    clearTimeout(timer)
  }
}

function toError(reason: unknown) {
  return reason instanceof Error ? reason : new Error(String(reason))
}
