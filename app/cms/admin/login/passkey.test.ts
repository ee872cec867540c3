import { randomBytes } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import { action as confirmPasskey } from '#app/cms/admin/confirm/confirm-passkey.tsx'
import { passkeyIntents } from '#app/cms/admin/login/passkey-intents.ts'
import { cookieHeader, ownRequest, routeArgs, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { signInLongAgo } from '#test/sign-in-long-ago.ts'
import { softwareAuthenticator } from '#test/software-authenticator.ts'

const site = await createExampleSite()
const { accounts, passkeys, sessions } = site.auth
const address = '192.0.2.1'
const credentialId = randomBytes(32)
const hers = softwareAuthenticator(credentialId)

// The insider is earlier in the list of accounts.
beforeAll(async () => {
  await signInAs('editor')
  await signInAs('publisher')
  await register('publisher', hers)
})

test('the id of a passkey that another person has: refused at the registration', async () => {
  const forged = softwareAuthenticator(credentialId)
  await expect(register('editor', forged)).rejects.toThrow('registered here already')
  expect(await signInWith(hers)).toMatchObject({ username: 'publisher' })
})

test('a passkey that is made in a frame of another site: refused', async () => {
  const framed = softwareAuthenticator(randomBytes(32))
  await expect(register('editor', framed, { isFramed: true })).rejects.toThrow('not accepted')
  await expect(signInWith(framed)).rejects.toThrow('not accepted')
})

test('an id that two people have already: the user handle decides who signs in', async () => {
  const forged = softwareAuthenticator(randomBytes(32))
  await register('editor', forged)
  await accounts.changeAccounts((all) =>
    all.map((account) =>
      account.id === 'editor' && account.factors
        ? {
            ...account,
            factors: {
              ...account.factors,
              passkeys: account.factors.passkeys.map((passkey) => ({
                ...passkey,
                id: credentialId.toString('base64url'),
              })),
            },
          }
        : account,
    ),
  )
  expect(await signInWith(hers)).toMatchObject({ username: 'publisher' })
  await expect(signInWith(hers, { withHandle: false })).rejects.toThrow('not accepted')
})

test('in an open session, the own passkey counts as the password, that of another person does not', async () => {
  for (const [role, isAccepted] of [
    ['publisher', true],
    ['editor', false],
  ] as const) {
    const cookie = await signInLongAgo(role)
    // The challenge of the sign-in page accepts a passkey of any person.
    const { options, cookie: challenge } = await passkeys.startSignIn({ account: undefined, address })
    const body = new URLSearchParams({ intent: passkeyIntents.verify, credential: hers.get(options) })
    const headers = { cookie: `${cookie}; ${cookieHeader(challenge)}` }
    const request = ownRequest('/admin/confirm/passkey', { method: 'POST', headers, body })
    const reply = await confirmPasskey(routeArgs(request))
    expect(reply.status).toBe(isAccepted ? 200 : 401)
    const session = await sessions.readSession(ownRequest('/admin', { headers: { cookie } }))
    const age = Date.now() - (session?.authenticatedAt.getTime() ?? 0)
    expect(age < 60_000).toBe(isAccepted)
  }
})

async function register(
  id: string,
  authenticator: ReturnType<typeof softwareAuthenticator>,
  choice?: { isFramed: boolean },
) {
  const sessionId = `session of ${id}`
  const options = await passkeys.startRegistration({ id, sessionId, siteName: 'Example' })
  await passkeys.finishRegistration({
    id,
    sessionId,
    name: 'Laptop',
    credential: authenticator.create(options, choice),
  })
}

async function signInWith(authenticator: ReturnType<typeof softwareAuthenticator>, choice?: { withHandle: boolean }) {
  const { options, cookie } = await passkeys.startSignIn({ account: undefined, address })
  const request = ownRequest('/admin/login/passkey', { headers: { cookie: cookieHeader(cookie) } })
  return passkeys.finishSignIn(request, authenticator.get(options, choice))
}
