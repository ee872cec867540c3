import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { passwordLength } from './password-length.ts'

/** Every setting of the process. Folders are absolute. */
export interface Env {
  nodeEnv: 'production' | 'development' | 'test'
  port: number
  host: string
  /** Scheme, host and port visitors use, without a trailing slash, e.g. `https://www.example.com`. */
  publicOrigin: string
  /** Further hosts that the site accepts, in lower case: a name for all ports, or a name with a port. */
  allowedHosts: string[]
  contentDir: string
  uploadsDir: string
  dataDir: string
  /** True behind a proxy whose X-Forwarded-For can be trusted. */
  trustProxy: boolean
  /** Lines below this level are not logged. */
  logLevel: LogLevel
  /** Account that is created if there is none yet. */
  adminUsername: string
  adminPassword: string | undefined
  /** Where notices of contact messages go; undefined if none are sent. */
  mail: MailSettings | undefined
}

export type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export interface MailSettings {
  /** `smtp://` or `smtps://` with the host, and user and password where the server wants them. A secret. */
  smtpUrl: string
  /** Sender of the notices. */
  from: string
  to: string[]
}

/**
 * Reads the settings from `source` (process.env in production). Throws an Error whose message names every variable that
 * is wrong and what it should be.
 */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const parsed = completeVariables.safeParse(source)
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`)
    throw new Error(`Some settings are not valid:\n${lines.join('\n')}`)
  }
  const set = parsed.data
  return {
    nodeEnv: set.NODE_ENV,
    port: set.PORT,
    host: set.HOST,
    publicOrigin: set.PUBLIC_ORIGIN ?? `http://localhost:${set.PORT}`,
    allowedHosts: set.ALLOWED_HOSTS,
    contentDir: path.resolve(set.CONTENT_DIR),
    uploadsDir: path.resolve(set.UPLOADS_DIR),
    dataDir: path.resolve(set.DATA_DIR),
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    adminUsername: set.ADMIN_USERNAME,
    adminPassword: set.ADMIN_PASSWORD ?? readPasswordFile(set.ADMIN_PASSWORD_FILE),
    mail: mailSettings(set),
  }
}

const passwordRule = `must have ${passwordLength.min} to ${passwordLength.max} characters`

/** What the administrator may be called. */
export const username = z.string().regex(/^[A-Za-z0-9._@-]{1,64}$/, 'must have 1 to 64 letters, digits or . _ @ -')

const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: z.coerce
    .number({ error: 'must be a port number from 0 to 65535' })
    .int('must be a port number from 0 to 65535')
    .min(0, 'must be a port number from 0 to 65535')
    .max(65535, 'must be a port number from 0 to 65535')
    .default(3000),
  HOST: z.string().min(1, 'must be an address to listen on, such as 0.0.0.0').default('0.0.0.0'),
  PUBLIC_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an http or https origin without a path, such as https://www.example.com')
    .transform((value) => new URL(value).origin)
    .optional(),
  ALLOWED_HOSTS: z
    .string()
    .transform((value) =>
      value
        .toLowerCase()
        .split(',')
        .map((host) => host.trim())
        .filter(Boolean),
    )
    .refine((hosts) => hosts.every(isHost), 'must be host names such as example.com, separated by commas')
    .default([]),
  CONTENT_DIR: z.string().min(1, 'must be a folder').default('content'),
  UPLOADS_DIR: z.string().min(1, 'must be a folder').default('uploads'),
  DATA_DIR: z.string().min(1, 'must be a folder').default('data'),
  TRUST_PROXY: z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .transform((value) => value === 'true' || value === '1')
    .default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  ADMIN_USERNAME: username.default('admin'),
  ADMIN_PASSWORD: z.string().min(passwordLength.min, passwordRule).max(passwordLength.max, passwordRule).optional(),
  ADMIN_PASSWORD_FILE: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be an address such as smtps://user:password@mail.example.com:465')
    .optional(),
  CONTACT_TO: z
    .string()
    .transform((value) => value.split(',').map((address) => address.trim()))
    .refine(
      (addresses) => addresses.every(isMailAddress),
      'must be addresses such as info@example.com, separated by commas',
    )
    .optional(),
  CONTACT_FROM: z.string().refine(isMailAddress, 'must be an address such as info@example.com').optional(),
})

/** Mail needs a server and a receiver. Checked even if another setting is not valid, so that all problems are reported at once. */
const completeVariables = variables
  .refine((set) => set.SMTP_URL === undefined || set.CONTACT_TO !== undefined, {
    path: ['CONTACT_TO'],
    error: 'must be set where SMTP_URL is',
    when: () => true,
  })
  .refine((set) => set.SMTP_URL !== undefined || (set.CONTACT_TO ?? set.CONTACT_FROM) === undefined, {
    path: ['SMTP_URL'],
    error: 'must be set where CONTACT_TO or CONTACT_FROM is',
    when: () => true,
  })

function isOrigin(value: string) {
  if (!URL.canParse(value)) return false
  const url = new URL(value)
  return /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.hash && !url.username
}

/** A name or address, and perhaps a port, as a Host header carries it. */
function isHost(value: string) {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(value) && URL.canParse(`http://${value}`)
}

function isSmtpUrl(value: string) {
  return URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== ''
}

function isMailAddress(value: string) {
  return z.regexes.email.test(value)
}

function mailSettings(set: z.output<typeof variables>): MailSettings | undefined {
  const [firstReceiver] = set.CONTACT_TO ?? []
  if (set.SMTP_URL === undefined || set.CONTACT_TO === undefined || firstReceiver === undefined) return undefined
  return { smtpUrl: set.SMTP_URL, from: set.CONTACT_FROM ?? firstReceiver, to: set.CONTACT_TO }
}

function readPasswordFile(file: string | undefined) {
  if (file === undefined) return undefined
  let password: string
  try {
    password = readFileSync(file, 'utf8').trimEnd()
  } catch (cause) {
    throw new Error(`Some settings are not valid:\n  ADMIN_PASSWORD_FILE: cannot be read: ${String(cause)}`, { cause })
  }
  if (password.length < passwordLength.min || password.length > passwordLength.max) {
    throw new Error(`Some settings are not valid:\n  ADMIN_PASSWORD_FILE: the password in it ${passwordRule}`)
  }
  return password
}
