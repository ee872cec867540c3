import { createHash } from 'node:crypto'
import { isIP } from 'node:net'
import { LRUCache } from 'lru-cache'
import { BoundedLimiter } from '#app/cms/platform/bounded-limiter.server.ts'
import { z } from 'zod'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { MAX_PASSKEYS, type Account, type Passkey, type SignedIn } from '#app/cms/people/account-format.server.ts'
import type { Accounts } from '#app/cms/people/accounts.server.ts'
import { LoginThrottled } from '#app/cms/people/verify-login.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { visitorKey } from '#app/cms/platform/visitor-key.ts'
import { jsonText } from '#app/cms/platform/json-text.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { BrowserState } from './browser-state.server.ts'
import { withoutRest, type SecondFactor } from './second-factor.server.ts'

const CHALLENGE_SECONDS = 5 * 60
const MAX_REGISTRATIONS = 500
const MAX_SIGN_INS = 10_000
/** Challenges that a visitor gets in five minutes: one visitor must not use up those of all others. */
const CHALLENGES_OF_VISITOR = 30

const text = z.string().max(16 * 1024)
const credentialFields = {
  id: text,
  rawId: text,
  type: z.literal('public-key'),
  // The extensions are not used.
  clientExtensionResults: z.object({}).transform(() => ({})),
}

const registrationText = jsonText(
  z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: text,
      attestationObject: text,
      transports: z.array(z.string().max(32)).max(10).default([]),
    }),
  }),
)

const assertionText = jsonText(
  z.object({
    ...credentialFields,
    response: z.object({
      clientDataJSON: text,
      authenticatorData: text,
      signature: text,
      userHandle: text.exactOptional(),
    }),
  }),
)

/** The browser's response for a passkey is not valid, or came too late. The message is for staff. */
export class PasskeyRefused extends ExpectedError {
  override name = 'PasskeyRefused'
  constructor(message = 'This passkey was not accepted. Try again.', options?: ErrorOptions) {
    super(401, message, options)
  }
}

/** Loaded at first use: it takes 12 MB, and most sites have no passkeys. */
const webAuthn = () => import('@simplewebauthn/server')

const TOO_LATE = 'That took more than five minutes. Try again.'

/**
 * Opens the passkeys (WebAuthn): a second factor, or a sign-in without a password. They require a PIN or biometrics.
 */
export function openPasskeys({
  accounts: { changeAccounts, currentAccounts, rememberedAccounts },
  secondFactor: { addFactor, changeFactors },
  publicOrigin,
  isSecure,
}: {
  accounts: Pick<Accounts, 'changeAccounts' | 'currentAccounts' | 'rememberedAccounts'>
  secondFactor: Pick<SecondFactor, 'addFactor' | 'changeFactors'>
  publicOrigin: string
  isSecure: boolean
}) {
  const { hostname: rpID, origin } = new URL(publicOrigin)
  /** False for a site at an IP address, which WebAuthn does not allow. */
  const isPossible = isIP(rpID.replaceAll(/[[\]]/g, '')) === 0
  const registrations = new LRUCache<string, { challenge: string }>({
    max: MAX_REGISTRATIONS,
    ttl: CHALLENGE_SECONDS * 1000,
  })
  const signIns = new BrowserState<{ challenge: string; id: string | undefined }>({
    name: 'passkey',
    isSecure,
    lifetimeSeconds: CHALLENGE_SECONDS,
    limit: MAX_SIGN_INS,
  })
  const starts = new BoundedLimiter({
    points: CHALLENGES_OF_VISITOR,
    duration: CHALLENGE_SECONDS,
    maxKeys: MAX_SIGN_INS,
  })

  /** The options with which a browser makes a passkey for the person of a session. The browser shows `siteName`. */
  async function startRegistration({ id, sessionId, siteName }: { id: string; sessionId: string; siteName: string }) {
    const account = currentAccounts()?.find((account) => account.id === id)
    if (!account) throw new PasskeyRefused()
    requireRoom(account)
    const { generateRegistrationOptions } = await webAuthn()
    const options = await generateRegistrationOptions({
      rpName: siteName,
      rpID,
      userName: account.username,
      userDisplayName: account.name,
      userID: userHandle(account),
      attestationType: 'none',
      excludeCredentials: account.factors?.passkeys ?? [],
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    registrations.set(sessionId, { challenge: options.challenge })
    return options
  }

  /**
   * Adds the passkey that the browser has made. Resolves with recovery codes if the person had no second factor before.
   * Rejects with PasskeyRefused, StorageError and AccountUnusable.
   */
  async function finishRegistration({
    id,
    sessionId,
    name,
    credential,
  }: {
    id: string
    sessionId: string
    name: string
    /** JSON, as the browser has sent it. */
    credential: string
  }): Promise<string[] | undefined> {
    const expected = registrations.get(sessionId)
    registrations.delete(sessionId)
    if (!expected) throw new PasskeyRefused(TOO_LATE)
    const response = registrationText.safeParse(credential).data
    if (!response) throw new PasskeyRefused()
    const { verifyRegistrationResponse } = await webAuthn()
    await refuseIfFramed(response.response.clientDataJSON)
    const { registrationInfo } = await verify(() =>
      verifyRegistrationResponse({
        response,
        expectedChallenge: expected.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        requireUserVerification: true,
      }),
    )
    if (!registrationInfo) throw new PasskeyRefused()
    const made = registrationInfo.credential
    const passkey: Passkey = {
      id: made.id,
      publicKey: Buffer.from(made.publicKey).toString('base64url'),
      counter: made.counter,
      transports: response.response.transports,
      name,
      addedAt: new Date().toISOString(),
    }
    return addFactor(id, (factors, accounts) => {
      // WebAuthn 7.1, step 26: a person must not take over the credential id of another one.
      if (accounts.some((account) => passkeysOf(account).some((known) => known.id === passkey.id)))
        throw new PasskeyRefused('This passkey is registered here already. Make another one.')
      if (factors.passkeys.length >= MAX_PASSKEYS) throw tooMany()
      return { ...factors, passkeys: [...factors.passkeys, passkey] }
    })
  }

  /** Rejects with an ExpectedError (422) if it is the last factor and one is required. */
  async function removePasskey(id: string, passkeyId: string): Promise<void> {
    await changeFactors(id, (factors) =>
      withoutRest({ ...factors, passkeys: factors.passkeys.filter((passkey) => passkey.id !== passkeyId) }),
    )
  }

  /**
   * The options with which a browser signs in with a passkey, and the Set-Cookie header that binds the challenge to it.
   * With an account, only its passkeys are accepted: the second step after the password. Rejects with LoginThrottled.
   */
  async function startSignIn({ account, address }: { account: Account | undefined; address: string | undefined }) {
    const wait = await starts.consume(visitorKey(address ?? ''))
    if (wait > 0) throw new LoginThrottled(wait)
    const { generateAuthenticationOptions } = await webAuthn()
    const options = await generateAuthenticationOptions({
      rpID,
      userVerification: 'required',
      allowCredentials: account?.factors?.passkeys ?? [],
    })
    return { options, cookie: signIns.start({ challenge: options.challenge, id: account?.id }) }
  }

  /**
   * The account of the passkey that the browser has used; `credential` is JSON, as it was sent. A challenge is valid
   * once. Rejects with PasskeyRefused and AccountUnusable.
   */
  async function finishSignIn(request: Request, credential: string): Promise<SignedIn> {
    const expected = signIns.take(request)
    if (!expected) throw new PasskeyRefused(TOO_LATE)
    const response = assertionText.safeParse(credential).data
    const handle = response?.response.userHandle
    // WebAuthn 7.2, step 6: without the password first, only the handle says who signs in.
    const isIdentified = expected.id !== undefined || handle !== undefined
    const found = response && isIdentified && findPasskey(response.id, { id: expected.id, handle })
    if (!found) throw new PasskeyRefused()
    const { account, passkey } = found
    const { verifyAuthenticationResponse } = await webAuthn()
    const { authenticationInfo } = await verify(() =>
      verifyAuthenticationResponse({
        response,
        expectedChallenge: expected.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: { ...passkey, publicKey: Uint8Array.from(Buffer.from(passkey.publicKey, 'base64url')) },
        requireUserVerification: true,
      }),
    )
    await noteUse(account, passkey.id, authenticationInfo.newCounter)
    return account
  }

  /** True if any person has a passkey, so that the sign-in page has to offer it. */
  function isOffered(): boolean {
    return isPossible && rememberedAccounts().some(({ factors }) => (factors?.passkeys.length ?? 0) > 0)
  }

  /** True if a person has a passkey that can be used here. */
  function isUsableBy(id: string): boolean {
    return isPossible && rememberedAccounts().some((account) => account.id === id && passkeysOf(account).length > 0)
  }

  /**
   * The active person whom the user handle names, or who has given the password first, if this passkey is theirs.
   */
  function findPasskey(passkeyId: string, { id, handle }: { id: string | undefined; handle: string | undefined }) {
    for (const account of currentAccounts() ?? []) {
      const passkey = passkeysOf(account).find((passkey) => passkey.id === passkeyId)
      const isMeant = handle === undefined || handle === Buffer.from(userHandle(account)).toString('base64url')
      if (passkey && isMeant && account.isActive && (id === undefined || account.id === id)) return { account, passkey }
    }
    return undefined
  }

  /** Rejects with PasskeyRefused if the counter does not increase: the authenticator may have been copied. */
  async function noteUse({ id, changedAt }: Account, passkeyId: string, counter: number) {
    try {
      await changeAccounts((accounts) =>
        accounts.map((account) => {
          if (account.id !== id) return account
          const stored = account.factors?.passkeys.find((passkey) => passkey.id === passkeyId)
          if (!account.factors || !stored || account.changedAt !== changedAt) throw new PasskeyRefused()
          if (stored.counter > 0 && counter <= stored.counter) throw new PasskeyRefused()
          const used = { ...stored, counter, lastUsedAt: new Date().toISOString() }
          const passkeys = account.factors.passkeys.map((passkey) => (passkey === stored ? used : passkey))
          return { ...account, factors: { ...account.factors, passkeys } }
        }),
      )
    } catch (error) {
      // Staff can sign in even if the disk is full, so that they can see what is wrong.
      if (!(error instanceof StorageError)) throw error
      log.error({ err: error }, 'The use of a passkey could not be stored')
    }
  }

  return {
    isPossible,
    isOffered,
    isUsableBy,
    startRegistration,
    finishRegistration,
    removePasskey,
    startSignIn,
    finishSignIn,
    clearCookie: () => signIns.clearCookie(),
  }
}

/** The library throws a plain Error for every problem with a response. */
async function verify<Result extends { verified: boolean }>(check: () => Promise<Result>): Promise<Result> {
  const result = await check().catch((cause: unknown) => {
    log.warn({ reason: cause instanceof Error ? cause.message : undefined }, 'A passkey was refused')
    throw new PasskeyRefused(undefined, { cause })
  })
  if (!result.verified) throw new PasskeyRefused()
  return result
}

/**
 * WebAuthn 7.1, step 10: no other site may show our pages in a frame. The library checks it for a sign-in only. Rejects
 * with PasskeyRefused.
 */
async function refuseIfFramed(clientDataJSON: string) {
  const { decodeClientDataJSON } = await import('@simplewebauthn/server/helpers')
  await verify(() =>
    Promise.resolve(clientDataJSON)
      .then(decodeClientDataJSON)
      .then(({ crossOrigin = false, topOrigin }) => ({ verified: !crossOrigin && topOrigin === undefined })),
  )
}

function passkeysOf({ factors }: Account) {
  return factors?.passkeys ?? []
}

function requireRoom({ factors }: Account) {
  if (factors && factors.passkeys.length >= MAX_PASSKEYS) throw tooMany()
}

function tooMany() {
  return new PasskeyRefused(`You have ${MAX_PASSKEYS} passkeys, which is the limit. Remove one first.`)
}

/** Identifies the person of a passkey without using their name (WebAuthn, 14.6.1). */
function userHandle({ id }: Account) {
  return Uint8Array.from(createHash('sha256').update(`passkeys of ${id}`).digest())
}
