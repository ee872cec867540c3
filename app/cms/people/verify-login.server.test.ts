import { beforeEach, expect, test, vi } from 'vitest'
import { log } from '#app/cms/platform/log.server.ts'
import { administrator, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { checkPassword, verifyLogin } = site.auth

const login = { ...administrator, address: '192.0.2.1', cookieHeader: null }

beforeEach(async () => {
  await signIn()
})

test('a wrong password: the log tells from where, never what was typed', async () => {
  const warnings = vi.spyOn(log, 'warn')
  await expect(verifyLogin({ ...login, username: 'my secret', password: 'wrong' })).rejects.toThrow(
    'Invalid credentials',
  )
  expect(warnings).toHaveBeenCalledWith({ address: '192.0.2.1' }, expect.any(String))
  expect(JSON.stringify(warnings.mock.calls)).not.toMatch(/my secret/)
})

test('signing in: the log tells who and from where; checking a password only is no sign-in', async () => {
  const lines = vi.spyOn(log, 'info')
  await checkPassword(login)
  expect(lines).not.toHaveBeenCalled()
  await verifyLogin(login)
  expect(lines.mock.calls).toEqual([[{ username: 'admin', address: '192.0.2.1' }, 'The password was correct']])
})
