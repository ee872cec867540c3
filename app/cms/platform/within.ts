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
