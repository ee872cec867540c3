import { generateSecret, generateURI, verifySync } from 'otplib'
import { renderSVG } from 'uqr'
import { makeSecretText } from '#app/cms/people/password.server.ts'
import { hashSecret } from '#app/cms/people/records.server.ts'

/** Seconds that a clock may be ahead or behind: one time step (RFC 6238, 5.2). */
const DRIFT = 30

const RECOVERY_CODES = 10

/** A new secret for an authenticator app: 160 bits (RFC 4226, 4), Base32. */
export function makeTotpSecret(): string {
  return generateSecret({ length: 20 })
}

/** For an authenticator app: a QR code of the `otpauth:` address (SVG data URL), and the secret in groups of four. */
export function totpHandout(secret: string, { issuer, username }: { issuer: string; username: string }) {
  const svg = renderSVG(generateURI({ issuer, label: username, secret }), { pixelSize: 4, border: 4 })
  return {
    picture: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    text: secret.match(/.{1,4}/g)?.join(' ') ?? secret,
  }
}

/** The time step of a six-digit code, if it is valid now and later than `lastStep`; else undefined. */
export function stepOfCode(secret: string, code: string, lastStep?: number): number | undefined {
  const result = verifySync({
    strategy: 'totp',
    secret,
    token: code,
    epochTolerance: DRIFT,
    ...(lastStep !== undefined && { afterTimeStep: lastStep }),
  })
  return result.valid && 'timeStep' in result ? result.timeStep : undefined
}

/** New recovery codes of 80 bits each, and their hashes, which are stored. */
export function makeRecoveryCodes(): { codes: string[]; hashes: string[] } {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeSecretText({ groups: 4, size: 4 }))
  return { codes, hashes: codes.map(hashRecoveryCode) }
}

/** The stored hash of a recovery code. Spaces, dashes and case are ignored: people type them in different ways. */
export function hashRecoveryCode(code: string): string {
  return hashSecret(code.replaceAll(/[\s-]/g, '').toLowerCase())
}
