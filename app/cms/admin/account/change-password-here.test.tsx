import { beforeEach, expect, test } from 'vitest'
import { storeLogin } from '#app/cms/admin/login/login-storage.ts'
import { changePasswordHere } from './account.tsx'

beforeEach(() => {
  storeLogin({ token: 'secret', username: 'admin' })
})

test('a refused password: answered as it is, the token stays', async () => {
  expect(await post('password', () => Promise.resolve({ errors: {} }))).toEqual({ errors: {} })
  expect(localStorage.getItem('token')).toBe('secret')
})

test('a server that cannot be reached: a message for the form, the token stays', async () => {
  const response = await post('password', () => Promise.reject(new TypeError('Failed to fetch')))
  if (!(response instanceof Response)) throw new Error('There was no answer')
  expect(response.status).toBe(503)
  expect(await response.json()).toEqual({ errors: { form: [expect.stringContaining('cannot be reached')] } })
  expect(localStorage.getItem('token')).toBe('secret')
})

test('a changed password: on to the page, the token is gone, the name stays', async () => {
  const redirect = new Response(null, { status: 303, headers: { location: '/admin/account' } })
  await expect(post('password', () => rejected(redirect))).rejects.toBe(redirect)
  expect(localStorage.getItem('token')).toBeNull()
  expect(localStorage.getItem('username')).toBe('admin')
})

test('another session ended: the token of this one stays', async () => {
  const redirect = new Response(null, { status: 303, headers: { location: '/admin/account' } })
  await expect(post('revoke', () => rejected(redirect))).rejects.toBe(redirect)
  expect(localStorage.getItem('token')).toBe('secret')
})

function post(intent: string, serverAction: () => Promise<unknown>) {
  const body = new URLSearchParams({ intent })
  const request = new Request('http://localhost/admin/account', { method: 'POST', body })
  return changePasswordHere({ request, params: {}, serverAction: serverAction as <Data>() => Promise<Data> })
}

/** Rejects with a redirect, as the router does: it throws the response although it is no error. */
function rejected(redirect: Response): Promise<never> {
  // oxlint-disable-next-line typescript/prefer-promise-reject-errors -- see above
  return Promise.reject(redirect)
}
