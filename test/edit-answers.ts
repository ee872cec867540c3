import type { TypedResponse } from '@remix-run/node'
import { expect } from 'vitest'
import type { SaveReply } from '#app/editing/form/save-reply.ts'
import { cookieHeader, ownRequest } from './administrator.ts'
import { currentSite } from '#app/site.server.ts'

/** What an editor's action answers: a redirect, or a refusal with its status. */
type EditAnswer = Promise<TypedResponse<never> | { data: SaveReply; init: ResponseInit | null }>

/** The status and the reply of an edit that was refused. */
export async function refusal(answer: EditAnswer): Promise<{ status: number | undefined; reply: SaveReply }> {
  const refused = await answer
  if (refused instanceof Response || !('data' in refused)) throw new Error('The edit was not refused')
  return { status: refused.init?.status, reply: refused.data }
}

/** Where an edit that succeeded leads, and the message that is shown there. */
export async function redirected(answer: Promise<unknown>) {
  const response = await answer
  if (!(response instanceof Response)) throw new Error(`The edit was refused: ${JSON.stringify(response)}`)
  expect(response.status).toBe(303)
  const flashCookie = cookieHeader(response.headers.get('set-cookie'))
  const { flash } = currentSite().flash.readFlash(ownRequest('/admin', { headers: { cookie: flashCookie } }))
  return { url: response.headers.get('location'), flash }
}
