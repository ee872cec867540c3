import {
  startAuthentication,
  startRegistration,
  WebAuthnError,
  type PublicKeyCredentialCreationOptionsJSON,
  type PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'

/** The client side of passkeys. Loaded when a button needs it. */

const SIGN_IN = '/admin/login/passkey'
const NEW_PASSKEY = '/admin/account/passkey-options'

interface Reply {
  message?: string
}

/** Signs in. Resolves with the reason if the sign-in was refused. Rejects if the server cannot be reached. */
export async function signInWithPasskey({ isSecondStep }: { isSecondStep: boolean }): Promise<string | undefined> {
  const step = isSecondStep ? { step: 'second' } : {}
  const { options, message } = await post<{ options?: PublicKeyCredentialRequestOptionsJSON } & Reply>(SIGN_IN, {
    intent: 'options',
    ...step,
  })
  if (!options) return message ?? UNEXPECTED
  const used = await ask(() => startAuthentication({ optionsJSON: options }))
  if (used.refusal !== undefined) return used.refusal
  const reply = await post<Reply>(SIGN_IN, { intent: 'verify', credential: JSON.stringify(used.credential) })
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
    return { refusal: 'No passkey was used. Try again, or sign in another way.' }
  }
}
