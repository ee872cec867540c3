import { z } from 'zod'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import { parseUrl } from '#app/cms/platform/http/parse-url.ts'
import { passwordLength } from '#app/cms/platform/password-length.ts'
import { ROLES } from './roles.ts'

/** The fields of the sign-in form and of the API's sign-in. The limits are far beyond any real name or password. */
export const loginFields = z.object({
  username: z
    .string({ error: 'Enter your username' })
    .min(1, 'Enter your username')
    .max(200, 'The username is too long'),
  password: z
    .string({ error: 'Enter your password' })
    .min(1, 'Enter your password')
    .max(1000, 'The password is too long'),
})

const { min, max } = passwordLength

const newPasswordFields = {
  next: z
    .string({ error: 'Enter a new password' })
    .min(1, { error: 'Enter a new password', abort: true })
    .min(min, `The new password needs at least ${min} characters`)
    .max(max, `The new password can have at most ${max} characters`),
  repeat: z.string({ error: 'Enter the new password once more' }).min(1, 'Enter the new password once more'),
}

/** Checks only that both exist, so that they are compared even if other fields are not valid. */
const repeated = z.object({ next: z.string().min(1), repeat: z.string().min(1) })

const isRepeated = ({ next, repeat }: { next: string; repeat: string }) => next === repeat
const repeatError = {
  path: ['repeat'],
  error: 'The two new passwords differ',
  when: ({ value }: { value: unknown }) => repeated.safeParse(value).success,
}

/** The fields of the form behind a link to set a password. */
export const newPassword = z.object(newPasswordFields).refine(isRepeated, repeatError)

export const passwordChange = z
  .object({
    current: z
      .string({ error: 'Enter your current password' })
      .min(1, 'Enter your current password')
      .max(1000, 'The password is too long'),
    ...newPasswordFields,
  })
  .refine(isRepeated, repeatError)
  .refine(({ current, next }) => current !== next, {
    path: ['next'],
    error: 'Choose a password that differs from the current one',
  })

const MAX_NAME_LENGTH = 80

/** The name of a person, as others see it. Characters that change the direction of the text around it are rejected. */
export const personName = z
  .string({ error: 'Enter a name' })
  .overwrite(cleanLine)
  .min(1, 'Enter a name')
  .max(MAX_NAME_LENGTH, `The name can have at most ${MAX_NAME_LENGTH} characters`)
  .regex(/^[^\p{Cc}\u202A-\u202E\u2066-\u2069]*$/u, 'The name has a character that cannot be used')

/** A role that can be given. */
export const roleChoice = z.enum(ROLES, { error: 'Choose a role' })

export const invitation = z.object({
  name: personName,
  username: z
    .string({ error: 'Enter a username' })
    .overwrite(cleanLine)
    .min(1, { error: 'Enter a username', abort: true })
    .regex(/^[A-Za-z0-9._@-]{1,64}$/, 'Use 1 to 64 letters, digits or . _ @ -'),
  role: roleChoice,
})

const MAX_RETURN_TO_LENGTH = 512

/**
 * The address to open after signing in: `value` if it is inside the administrator area, otherwise `fallback`. It is
 * parsed as a browser does (dot segments, backslashes and line breaks included), so it never leads to another site. The
 * pages for signing in and out are not accepted.
 */
export function safeReturnTo(value: unknown, fallback = '/admin'): string {
  if (typeof value !== 'string' || value.length > MAX_RETURN_TO_LENGTH || !/^\/[^\\\p{Cc}]*$/u.test(value)) {
    return fallback
  }
  const base = 'http://own.invalid'
  const url = parseUrl(value, base)
  if (!url) return fallback
  const { origin, pathname, search, hash } = url
  const isInside = pathname === '/admin' || pathname.startsWith('/admin/')
  if (origin !== base || !isInside || /^\/admin\/log(in|out)(\/|$)/.test(pathname)) return fallback
  return pathname + search + hash
}
