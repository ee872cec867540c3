import { beforeEach, expect, test } from 'vitest'
import { administrator, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { signInLongAgo } from '#test/sign-in-long-ago.ts'
import { archiveLoader, erasuresLoader, backupAction, backupLoader } from './backup.server.ts'

const { inbox } = await createExampleSite()

let cookie: string

beforeEach(async () => {
  cookie = await signInLongAgo()
})

const right = { scope: 'all', password: administrator.password, passphrase: '', repeat: '', unencrypted: 'yes' }

async function post(fields: Record<string, string | undefined>): Promise<unknown> {
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
  const sent = Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined)
  const body = String(new URLSearchParams(sent))
  return backupAction(routeArgs(ownRequest('/admin/backup', { method: 'POST', headers, body })))
}

test.each<[string, object, number, object]>([
  ['nothing', { password: '' }, 422, { password: ['Enter your password'] }],
  ['a wrong password', { password: 'wrong' }, 422, { password: ['This is not your password'] }],
  [
    'a short passphrase',
    { passphrase: 'short', repeat: 'short', unencrypted: undefined },
    422,
    { passphrase: ['The passphrase needs at least 12 characters'] },
  ],
  [
    'neither a passphrase nor the wish for none',
    { unencrypted: undefined },
    422,
    { unencrypted: ['Enter a passphrase, or tick “Download without encryption”'] },
  ],
  [
    'both',
    { passphrase: 'correct horse', repeat: 'correct horse' },
    422,
    { unencrypted: ['Leave the passphrase empty, or untick “Download without encryption”'] },
  ],
  [
    'a slip',
    { passphrase: 'correct horse', repeat: 'correct hose', unencrypted: undefined },
    422,
    { repeat: ['The two passphrases differ'] },
  ],
  ['another scope', { scope: 'some' }, 422, { scope: ['Choose what the backup contains'] }],
])('%s: refused at the field, and no password is sent back', async (_what, fields, status, errors) => {
  const refused = await post({ ...right, ...fields })
  expect(refused).toMatchObject({ init: { status }, data: { scope: 'all', errors } })
  expect(JSON.stringify(refused)).not.toContain(administrator.password)
})

test('the list of erasures: is downloaded with a sign-in, and has no address', async () => {
  const { personalData, storeMessage } = inbox
  const person = { firstName: 'Asha', lastName: 'Naik', email: 'asha@example.com', mobile: '1', comments: 'XLPE' }
  const { id } = await storeMessage(person)
  await personalData.seal([id], 'admin')
  const response = await erasuresLoader(routeArgs(ownRequest('/x', { headers: { cookie } })))
  expect(response.headers.get('content-disposition')).toContain('erasures.json')
  const text = await response.text()
  expect(JSON.parse(text)).toMatchObject([{ act: 'sealed' }])
  expect(text).not.toContain('asha')
})

test('the right password: to a download of this session alone, once', async () => {
  const response = await post({ ...right, scope: 'public' })
  if (!(response instanceof Response)) throw new Error('Refused')
  expect(response.status).toBe(303)
  const address = response.headers.get('location') ?? ''
  expect(address).toMatch(/^\/admin\/backup\/archive\?ticket=[\w-]{22}$/)
  const stranger = await archiveLoader(routeArgs(ownRequest(address, { headers: { cookie: await signIn() } })))
  expect(stranger.headers.get('location')).toBe('/admin/backup')
  const head = await archiveLoader(routeArgs(ownRequest(address, { method: 'HEAD', headers: { cookie } })))
  expect(head.headers.get('location')).toBe('/admin/backup')
})

test('the password counts for ten minutes, as a sign-in does: until then the page does not ask for it', async () => {
  const page = () => backupLoader(routeArgs(ownRequest('/admin/backup', { headers: { cookie } })))
  const { password: _password, ...choice } = right
  expect(await post(choice)).toMatchObject({
    init: { status: 422 },
    data: { errors: { password: ['Enter your password'] } },
  })
  expect(await page()).toMatchObject({ passwordOwner: { username: administrator.username, canUsePasskey: false } })
  expect(await post(right)).toMatchObject({ status: 303 })
  expect(await page()).toMatchObject({ passwordOwner: undefined })
  expect(await post(choice)).toMatchObject({ status: 303 })
  cookie = await signIn()
  expect(await post(choice)).toMatchObject({ status: 303 })
})

test('wrong passwords count as attempts to sign in: soon even the right one has to wait', async () => {
  let refused: unknown
  for (let attempt = 0; attempt < 30; attempt += 1) refused = await post({ ...right, password: `guess ${attempt}` })
  expect(refused).toMatchObject({ init: { status: 429 } })
  expect(await post(right)).toMatchObject({
    init: { status: 429 },
    data: { errors: { form: [expect.stringContaining('Too many attempts')] } },
  })
})
