import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { passkeyIntents } from './passkey-intents.ts'

/** The client side of passkeys. Loaded when a button needs it. */

/** Signing in with a passkey alone or after the password, or confirming in an open session who it is. */
export type PasskeyPurpose = 'sign-in' | 'second-step' | 'confirm'

const ADDRESS_OF = {
  'sign-in': '/admin/login/passkey',
  'second-step': '/admin/login/passkey',
  confirm: '/admin/confirm/passkey',
} as const satisfies Record<PasskeyPurpose, string>

const NEW_PASSKEY = '/admin/account/passkey-options'

interface Reply {
  message?: string
}

/** Uses a passkey. Resolves with the reason if it was refused. Rejects if the server cannot be reached. */
export async function provePasskey(purpose: PasskeyPurpose): Promise<string | undefined> {
  const address = ADDRESS_OF[purpose]
  const step = purpose === 'second-step' ? { step: 'second' } : {}
  const { options, message } = await post<{ options?: PublicKeyCredentialRequestOptionsJSON } & Reply>(address, {
    intent: passkeyIntents.options,
    ...step,
  })
  if (!options) return message ?? UNEXPECTED
  const used = await ask(() => startAuthentication({ optionsJSON: options }))
  if (used.refusal !== undefined) return used.refusal
  const reply = await post<Reply>(address, {
    intent: passkeyIntents.verify,
    credential: JSON.stringify(used.credential),
  })
  return reply.message
}

/**
 * Creates a passkey after the server has checked the password. Resolves with the credential as JSON, for the form that
 * adds it, or with the reason of a refusal. Rejects if the server cannot be reached.
 */
export async function makePasskey(
  password: string,
): Promise<{ credential: string; refusal?: undefined } | { refusal: string }> {
  const { options, message } = await post<{ options?: PublicKeyCredentialCreationOptionsJSON } & Reply>(NEW_PASSKEY, {
    password,
  })
  if (!options) return { refusal: message ?? UNEXPECTED }
  const made = await ask(() => startRegistration({ optionsJSON: options }))
  return made.refusal !== undefined ? made : { credential: JSON.stringify(made.credential) }
}

const UNEXPECTED = 'The server gave an unexpected response. Load the page again.'

async function post<Body>(address: string, fields: Record<string, string>): Promise<Body> {
  const response = await fetch(address, {
    method: 'POST',
    headers: { accept: 'application/json' },
    body: new URLSearchParams(fields),
  })
  // Not validated: the response comes from the site's own server.
  return (await response.json()) as Body
}

/** The credential from the authenticator, or why there is none. */
async function ask<Credential>(
  start: () => Promise<Credential>,
): Promise<{ credential: Credential; refusal?: undefined } | { refusal: string }> {
  try {
    return { credential: await start() }
  } catch (error) {
    if (error instanceof WebAuthnError && error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED')
      return { refusal: 'This device has a passkey for your account already.' }
    return { refusal: 'No passkey was used. Try again, or log in another way.' }
  }
}
