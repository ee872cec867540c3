/** A visitor of a page waits two seconds at most for a halted node, and never twice. The rest is for a busy machine. */
export const MAX_HALT_MS = 3_900

/** A response, with its whole body. */
export async function get(url: string) {
  const response = await fetch(url)
  return { status: response.status, body: await response.text() }
}

/** How long some work took. */
export async function timed<Result>(work: () => Promise<Result>) {
  const started = performance.now()
  const result = await work()
  return { result, ms: performance.now() - started }
}
