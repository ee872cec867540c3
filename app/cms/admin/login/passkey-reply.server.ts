import { AccountUnusable } from '#app/cms/people/account-format.server.ts'
import { PasskeyRefused } from '#app/cms/people/factors/passkeys.server.ts'
import { LoginThrottled } from '#app/cms/people/verify-login.server.ts'

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
    if (error instanceof PasskeyRefused) return passkeyReply(401, { message: error.message })
    if (error instanceof LoginThrottled) return passkeyReply(429, { message: error.message })
    if (error instanceof AccountUnusable) return passkeyReply(error.status, { message: error.message })
    throw error
  }
}
