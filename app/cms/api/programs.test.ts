import { beforeEach, describe, expect, test } from 'vitest'
import { administrator, origin, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { action as login } from './auth-login.tsx'
import { action as upload } from './upload.tsx'

const site = await createExampleSite()
const { accessTokens, accounts, people, secondFactor, setPassword, tokens } = site.auth

const TOMORROW = new Date(Date.now() + 24 * 3600_000).toISOString()

beforeEach(async () => {
  await signIn()
  await accounts.requireSecondFactor(false)
})

describe('a second factor', () => {
  test('of the account: signing in is refused with what to do', async () => {
    await addFactor()
    const body = JSON.stringify(administrator)
    const response = await login(args('/api/auth/login', { body, headers: { 'content-type': 'application/json' } }))
    expect(await refusal(response)).toEqual([403, 'second-factor-required'])
    await people.resetSecondFactor(account().id)
  })

  test('that is required and missing: neither kind of token is enough', async () => {
    await accounts.requireSecondFactor(true)
    for (const token of [await tokens.issueToken({ account: account(), sessionHash: undefined }), await make()])
      expect(await refusal(await write(token))).toEqual([403, 'second-factor-required'])
  })
})

describe('an access token', () => {
  test('may do what its role may, and no more', async () => {
    expect(await refusal(await write(await make({ scope: 'editor' })))).toEqual([403, 'forbidden'])
    // The token is accepted, then the body is refused.
    expect(await refusal(await write(await make({ scope: 'publisher' })))).toEqual([415, 'unsupported-type'])
  })

  test('never may more than its owner, who may have been given a lower role meanwhile', async () => {
    const { id } = await people.invite({ name: 'Second', username: 'second', role: 'publisher' })
    await people.setRole(id, 'editor')
    const [token] = await Promise.all([make({ scope: 'publisher', of: id })])
    expect(await refusal(await write(token))).toEqual([403, 'forbidden'])
  })

  test('ends at its date, when it is revoked, with a new password, and for a deactivated person', async () => {
    const past = new Date(Date.now() - 1000).toISOString()
    expect(await refusal(await write(await make({ expiresAt: past })))).toEqual([401, 'signed-out'])

    const revoked = await make({ name: 'To revoke' })
    const listed = await accessTokens.listAccessTokens('admin')
    const hash = listed.find(({ name }) => name === 'To revoke')?.hash ?? ''
    expect(await accessTokens.revokeAccessToken('somebody else', hash)).toBe(false)
    expect(await accessTokens.revokeAccessToken('admin', hash)).toBe(true)
    expect(await refusal(await write(revoked))).toEqual([401, 'signed-out'])

    const older = await make()
    await setPassword('admin', administrator.password)
    expect(await refusal(await write(older))).toEqual([401, 'signed-out'])

    const { id } = await people.invite({ name: 'Third', username: 'third', role: 'publisher' })
    const ofThird = await make({ of: id })
    expect(await refusal(await write(ofThird))).toEqual([415, 'unsupported-type'])
    await people.deactivate(id)
    expect(await refusal(await write(ofThird))).toEqual([401, 'signed-out'])
  })

  test('is shown with the time of its last use; its text is not stored', async () => {
    const token = await make({ name: 'Used' })
    const find = async () => (await accessTokens.listAccessTokens('admin')).find(({ name }) => name === 'Used')
    expect(await find()).toMatchObject({ lastUsedAt: undefined })
    await write(token)
    const used = await find()
    expect(Date.parse(used?.lastUsedAt ?? '')).toBeGreaterThanOrEqual(Date.parse(used?.createdAt ?? ''))
    expect(JSON.stringify(used)).not.toContain(token)
    const [file] = (await site.storage.list('data/access-tokens')).filter(({ name }) =>
      name.includes(used?.hash ?? '-'),
    )
    expect(file).toMatchObject({ name: expect.stringContaining(used?.hash ?? '-') })
  })

  test('is one of at most 20 of a person', async () => {
    const { id } = await people.invite({ name: 'Fourth', username: 'fourth', role: 'publisher' })
    for (let count = 1; count <= 20; count += 1) await make({ of: id })
    await expect(make({ of: id })).rejects.toThrow('reached the limit of access tokens')
  })
})

function make({
  name = 'Export',
  scope = 'publisher',
  expiresAt = TOMORROW,
  of = account().id,
}: { name?: string; scope?: 'editor' | 'publisher'; expiresAt?: string; of?: string } = {}) {
  return accessTokens.makeAccessToken({ account: account(of), name, scope, expiresAt })
}

function account(id = 'admin') {
  const found = accounts.readAccounts()?.find((account) => account.id === id)
  if (!found) throw new Error('There is no account')
  return found
}

async function addFactor() {
  await secondFactor.addFactor(account().id, (factors) => ({
    ...factors,
    totp: { secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', addedAt: TOMORROW, lastStep: 0 },
  }))
}

function write(token: string) {
  return upload(args('/api/upload', { headers: { authorization: `Bearer ${token}` } }))
}

function args(address: string, init: RequestInit) {
  const request = new Request(origin + address, { method: 'POST', ...init })
  return { request, params: {}, context: { requestId: 'request-1', clientAddress: '192.0.2.1' } }
}

async function refusal(response: Response): Promise<[number, unknown]> {
  const body = (await response.json()) as { error?: { code?: unknown } }
  return [response.status, body.error?.code]
}
