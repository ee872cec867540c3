import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const RP_ID = 'localhost'
const ORIGIN = 'http://localhost:3000'
/** User present and verified; in a registration also: with the data of a credential. */
const USED = 0x05
const CREATED = 0x45

interface CreationOptions {
  challenge: string
  user: { id: string }
}

/**
 * An authenticator with one passkey, whose id it chooses as no real one would: that of another person. Its answers are
 * JSON, as browsers send them.
 */
export function softwareAuthenticator(credentialId: Buffer) {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const id = credentialId.toString('base64url')
  let userHandle: string | undefined

  /** With `isFramed`, in a frame of another site. */
  function create({ challenge, user }: CreationOptions, { isFramed = false } = {}): string {
    userHandle = user.id
    const cose = new Map<number, number | Uint8Array>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
      [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
    ])
    const length = Buffer.alloc(2)
    length.writeUInt16BE(credentialId.length)
    const credential = Buffer.concat([Buffer.alloc(16), length, credentialId, isoCBOR.encode(cose)])
    const attestation = new Map<string, unknown>([
      ['fmt', 'none'],
      ['attStmt', new Map()],
      ['authData', new Uint8Array(authenticatorData(CREATED, credential))],
    ])
    return answer({
      clientDataJSON: clientData('webauthn.create', challenge, isFramed).toString('base64url'),
      attestationObject: Buffer.from(isoCBOR.encode(attestation as Map<string, string>)).toString('base64url'),
      transports: ['internal'],
    })
  }

  /** Without `withHandle`, the answer does not say whose passkey it is. */
  function get({ challenge }: { challenge: string }, { withHandle = true } = {}): string {
    const clientDataJSON = clientData('webauthn.get', challenge)
    const data = authenticatorData(USED)
    const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()])
    return answer({
      clientDataJSON: clientDataJSON.toString('base64url'),
      authenticatorData: data.toString('base64url'),
      signature: sign('sha256', signed, privateKey).toString('base64url'),
      ...(withHandle && { userHandle }),
    })
  }

  function answer(response: object) {
    return JSON.stringify({ id, rawId: id, type: 'public-key', clientExtensionResults: {}, response })
  }

  return { create, get }
}

function clientData(type: string, challenge: string, crossOrigin = false) {
  return Buffer.from(JSON.stringify({ type, challenge, origin: ORIGIN, crossOrigin }))
}

function authenticatorData(flags: number, credential: Uint8Array = Buffer.alloc(0)) {
  const counter = Buffer.alloc(4)
  return Buffer.concat([createHash('sha256').update(RP_ID).digest(), Buffer.from([flags]), counter, credential])
}
