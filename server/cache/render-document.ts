import type { BufferedResponse } from './buffered-response.ts'

/** Answers a request, as Remix's handler does. */
export type Handle = (request: Request) => Promise<Response>

/**
 * Asks the app for a public document. The request is made here and holds nothing but the address, so nothing a visitor sent
 * can be part of what others are then shown. Undefined where the answer must not be kept: it is not a 200 that calls itself
 * public, nor the 404 that was asked for (`status`), or sets a cookie, or varies.
 */
export async function renderDocument(
  handle: Handle,
  origin: string,
  address: string,
  status: 200 | 404 = 200,
): Promise<BufferedResponse | undefined> {
  const response = await handle(new Request(origin + address))
  const { headers } = response
  const isPublic = status === 404 || /\bpublic\b/.test(headers.get('Cache-Control') ?? '')
  if (response.status !== status || !isPublic || headers.has('Set-Cookie') || headers.has('Vary')) {
    await response.body?.cancel()
    return undefined
  }
  const isExact = headers.get('ETag')?.startsWith('"') === true
  return { status, headers: [...headers].map(inTitleCase), body: Buffer.from(await response.arrayBuffer()), isExact }
}

function inTitleCase([name, value]: [string, string]) {
  return [name.replace(/(?:^|-)[a-z]/g, (initial) => initial.toUpperCase()), value] as const
}
