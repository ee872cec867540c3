import { expect, test, vi } from 'vitest'
import { keepForm } from './save-reply.ts'

test.each<[string, unknown, string]>([
  ['no connection', new TypeError('Failed to fetch'), 'The server cannot be reached'],
  ['a server that has failed', errorResponse(500, 'Unexpected Server Error'), 'The server cannot be'],
  ['a refusal', errorResponse(413, 'The form has more than 60 MB.'), 'The form has more than 60 MB.'],
])('%s: the form stays, with the reason', async (_, thrown, detail) => {
  const response = await call(vi.fn().mockRejectedValue(thrown))
  if (!(response instanceof Response)) throw new Error('There was no answer')
  expect(response.status).toBe(503)
  const failure = { detail: expect.stringContaining(detail) as string }
  expect(await response.json()).toEqual({ result: {}, version: '', failure })
})

test('a redirect: is followed', async () => {
  const redirect = new Response(null, { status: 302, headers: { location: '/admin/login' } })
  await expect(call(() => Promise.reject(redirect as unknown as Error))).rejects.toBe(redirect)
})

test('a response: goes on as it is', async () => {
  expect(await call(() => Promise.resolve({ version: '1' }))).toEqual({ version: '1' })
})

function call(serverAction: () => Promise<unknown>) {
  const request = new Request('http://localhost/admin/stats', { method: 'POST' })
  return keepForm({ request, params: { section: 'stats' }, serverAction: serverAction as <Data>() => Promise<Data> })
}

/** The router's error for a response with an error status. */
function errorResponse(status: number, data: string) {
  return { status, statusText: '', internal: false, data }
}
