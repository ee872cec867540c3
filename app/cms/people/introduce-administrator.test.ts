import { expect, test, vi } from 'vitest'
import { readEnv } from '#app/cms/platform/env.server.ts'
import type { Accounts } from './accounts.server.ts'
import { introduceAdministrator } from './introduce-administrator.server.ts'

test('the first start: the password is on the screen before the line that the site is running', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true)
  const accounts = {
    ensureAdministrator: () => Promise.resolve({ created: true, username: 'admin', password: 'a-new-one' }),
  } as unknown as Accounts
  await introduceAdministrator(accounts, readEnv({ NODE_ENV: 'production', PUBLIC_ORIGIN: 'http://localhost:3000' }))
  expect(write.mock.calls.map(([text]) => String(text)).join('')).toMatch(
    /Username +admin\n +Password +a-new-one\n(?:.*\n)*? +The site is running: http:\/\/localhost:3000\n/,
  )
})
