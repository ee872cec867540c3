import type { WholeAnswer } from './whole-answer.ts'

/** Answers a request, as Remix's handler does. */
export type Handle = (request: Request) => Promise<Response>

/**
 * Asks the app for a public document. The request is made here and holds nothing but the address, so nothing a visitor sent
 * can be part of what others are then shown. Undefined where the answer must not be kept: it is not a 200, sets a cookie,
 * varies, or does not call itself public.
 */
export async function renderDocument(
  handle: Handle,
  origin: string,
  address: string,
): Promise<WholeAnswer | undefined> {
  const response = await handle(new Request(origin + address))
  const { status, headers } = response
  const isPublic = /\bpublic\b/.test(headers.get('Cache-Control') ?? '')
  if (status !== 200 || !isPublic || headers.has('Set-Cookie') || headers.has('Vary')) {
    await response.body?.cancel()
    return undefined
  }
  return { headers: [...headers].map(inTitleCase), body: Buffer.from(await response.arrayBuffer()) }
}

function inTitleCase([name, value]: [string, string]) {
  return [name.replace(/(?:^|-)[a-z]/g, (initial) => initial.toUpperCase()), value] as const
}
