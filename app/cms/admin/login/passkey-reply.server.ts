import { requireExpected } from '#app/cms/platform/http/error-responses.server.ts'

/** A JSON response for the script that uses a passkey. */
export function passkeyReply(status: number, body: object, cookies: readonly string[] = []): Response {
  const response = Response.json(body, { status, headers: { 'cache-control': 'no-store' } })
  for (const cookie of cookies) response.headers.append('set-cookie', cookie)
  return response
}

/**
 * Responds with `respond`. A refusal becomes `{ message }`: 401 not accepted or too late, 429 too many attempts, 503 the
 * accounts cannot be read.
 */
export async function withPasskeyRefusals(respond: () => Promise<Response>): Promise<Response> {
  try {
    return await respond()
  } catch (error) {
    const { status, message } = requireExpected(error)
    return passkeyReply(status, { message })
  }
}
