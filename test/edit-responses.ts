import type { TypedResponse } from '@remix-run/node'
import { expect } from 'vitest'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { cookieHeader, ownRequest } from './administrator.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** The response of an editor's action: a redirect, or an error with its status. */
type EditResponse = Promise<TypedResponse<never> | { data: SaveReply; init: ResponseInit | null }>

/** The status and the reply of an edit that was refused. */
export async function refusal(response: EditResponse): Promise<{ status: number | undefined; reply: SaveReply }> {
  const refused = await response
  if (refused instanceof Response || !('data' in refused)) throw new Error('The edit was not refused')
  return { status: refused.init?.status, reply: refused.data }
}

/** The redirect target of a successful edit, and the message that is shown there. */
export async function redirected(response: Promise<unknown>) {
  const redirect = await response
  if (!(redirect instanceof Response)) throw new Error(`The edit was refused: ${JSON.stringify(redirect)}`)
  expect(redirect.status).toBe(303)
  const flashCookie = cookieHeader(redirect.headers.get('set-cookie'))
  const { flash } = currentSite().flash.readFlash(ownRequest('/admin', { headers: { cookie: flashCookie } }))
  return { url: redirect.headers.get('location'), flash }
}
