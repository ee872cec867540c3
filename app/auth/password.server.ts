import { randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { PasswordQueue, type Place } from './throttling/password-queue.ts'

/** OWASP's argon2id setting: 19 MiB, two passes, one lane. argon2id is the library's default algorithm. */
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** Hash of random bytes nobody kept, at the same cost: verifying against it takes as long as against a real one. */
const dummyHash = '$argon2id$v=19$m=19456,t=2,p=1$miaudXti8WmXvYQtzPwEXw$BqSuyY/pYSybkw18519XXT5j/bk/ySs9S+i/Ub2ppWc'

/**
 * Each check takes 19 MiB and one of the four threads that also read and write files: two at a time leave half of them to
 * the rest of the site, however many sign in at once.
 */
const queue = new PasswordQueue({ running: 2, waiting: 64 })

/** Hash of a password, salt and cost included (PHC string). */
export function hashPassword(password: string): Promise<string> {
  return hash(normalize(password), cost)
}

/**
 * True where `password` belongs to `passwordHash`. With undefined (no such user) it does the same work and is false. Rejects
 * with TooManyWaiting in a flood; `place` is where it waits.
 */
export async function verifyPasswordHash(
  passwordHash: string | undefined,
  password: string,
  place: Place,
): Promise<boolean> {
  const matches = await queue.run(() => verify(passwordHash ?? dummyHash, normalize(password)), place)
  return matches && passwordHash !== undefined
}

/** A random password of 24 characters in four groups: 120 bits, without characters that look alike (l, o, 0, 1). */
export function makePassword(): string {
  const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'
  const characters = Array.from(randomBytes(24), (byte) => alphabet.charAt(byte % alphabet.length))
  return [0, 6, 12, 18].map((start) => characters.slice(start, start + 6).join('')).join('-')
}

/** The same text typed on another keyboard may arrive in another Unicode form. */
function normalize(password: string) {
  return password.normalize('NFC')
}
