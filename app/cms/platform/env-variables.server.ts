import { z } from 'zod'
import { mailAddress } from '#app/cms/platform/email-address.ts'
import { parseUrl } from '#app/cms/platform/http/parse-url.ts'
import { isWithin } from './is-within.server.ts'
import { areEndpoints, isStorageAddress } from './store-settings.server.ts'
import { MESSAGE_DAYS } from './message-days.ts'
import { passwordLength } from './password-length.ts'

export type Role = (typeof ROLES)[number]

const ROLES = ['writer', 'standby', 'reader'] as const

export type WatchMode = (typeof WATCH_MODES)[number]

const WATCH_MODES = ['auto', 'poll'] as const

/** A shared cache (RFC 9111, 1) in front of the site. */
export interface SharedCache {
  kind: CacheKind
  /** Varnish: the address for PURGE. Cloudflare: the zone. Fastly: the service. Without a trailing slash. */
  url: string
}

export type CacheKind = (typeof CACHE_KINDS)[number]

const CACHE_KINDS = ['varnish', 'cloudflare', 'fastly'] as const

export type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export const passwordRule = `must have ${passwordLength.min} to ${passwordLength.max} characters`

/** The usernames that the administrator may have. */
export const usernameSchema = z
  .string()
  .regex(/^[A-Za-z0-9._@-]{1,64}$/, 'must have 1 to 64 letters, digits or . _ @ -')

const MAX_CACHES = 10

export const MIN_PURGE_SECRET = 16

export const PURGE_SECRET_RULE = `must have ${MIN_PURGE_SECRET} to 1000 characters`

const ENDPOINT_RULE = 'must be an address such as https://s3.example.com, or several of one store, separated by commas'

const PORT_RULE = 'must be a port number from 0 to 65535'

const STOP_DELAY_RULE = 'must be a number of seconds from 0 to 60'

const KEEP_RULE = `must be a number of days from ${MESSAGE_DAYS.least} to ${MESSAGE_DAYS.most}: one year, also a leap year, to eight years`

const SPAM_RULE = `must be a number of days from ${MESSAGE_DAYS.leastSpam} to ${MESSAGE_DAYS.most}`

const ANSWER_RULE = 'must be a number of days from 1 to 90'

const portNumber = z.coerce.number({ error: PORT_RULE }).int(PORT_RULE).min(0, PORT_RULE).max(65535, PORT_RULE)

export const variables = z.object({
  NODE_ENV: z.enum(['production', 'development', 'test']).default('production'),
  PORT: portNumber.default(3000),
  HOST: z.string().min(1, 'must be an address to listen on, such as 0.0.0.0').default('0.0.0.0'),
  METRICS_PORT: portNumber.optional(),
  METRICS_HOST: z.string().min(1, 'must be an address to listen on, such as 127.0.0.1').default('127.0.0.1'),
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
  ROLE: z.enum(ROLES, { error: `must be one of ${ROLES.join(', ')}` }).default('writer'),
  CACHE_DIR: z.string().min(1, 'must be a folder').optional(),
  WATCH: z.enum(WATCH_MODES, { error: `must be one of ${WATCH_MODES.join(', ')}` }).default('auto'),
  STOP_DELAY: z.coerce.number({ error: STOP_DELAY_RULE }).min(0, STOP_DELAY_RULE).max(60, STOP_DELAY_RULE).optional(),
  TRUST_PROXY: z
    .enum(['true', 'false', '1', '0'], { error: 'must be true or false' })
    .transform((value) => value === 'true' || value === '1')
    .default(false),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `must be one of ${LOG_LEVELS.join(', ')}` }).default('info'),
  ADMIN_USERNAME: usernameSchema.default('admin'),
  ADMIN_PASSWORD: z.string().min(passwordLength.min, passwordRule).max(passwordLength.max, passwordRule).optional(),
  ADMIN_PASSWORD_FILE: z.string().optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be an address such as smtps://user:password@mail.example.com:465')
    .optional(),
  CONTACT_TO: z
    .string()
    .transform((value) => value.split(',').map((address) => asMailServersUseIt(address.trim())))
    .refine(
      (addresses) => addresses.every(isMailAddress),
      'must be addresses such as info@example.com, separated by commas',
    )
    .optional(),
  KEEP_MESSAGES_DAYS: z.coerce
    .number({ error: KEEP_RULE })
    .int(KEEP_RULE)
    .min(MESSAGE_DAYS.least, KEEP_RULE)
    .max(MESSAGE_DAYS.most, KEEP_RULE)
    .default(MESSAGE_DAYS.usual),
  KEEP_SPAM_DAYS: z.coerce
    .number({ error: SPAM_RULE })
    .int(SPAM_RULE)
    .min(MESSAGE_DAYS.leastSpam, SPAM_RULE)
    .max(MESSAGE_DAYS.most, SPAM_RULE)
    .default(MESSAGE_DAYS.least),
  PRIVACY_ANSWER_DAYS: z.coerce
    .number({ error: ANSWER_RULE })
    .int(ANSWER_RULE)
    .min(1, ANSWER_RULE)
    .max(90, ANSWER_RULE)
    .default(90),
  BACKUP_AT: z
    .string()
    .regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time of the day such as 02:30')
    .optional(),
  BACKUP_DIR: z.string().min(1, 'must be a folder').optional(),
  BACKUP_PASSPHRASE: z.string().optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
  PURGE_URLS: z
    .string()
    .transform((value) => value.split(',').map(sharedCacheAt))
    .refine(
      (caches) => caches.length <= MAX_CACHES && caches.every((cache) => cache !== undefined),
      `must be at most ${MAX_CACHES} addresses such as varnish+http://10.0.0.5:6081, separated by commas; kinds: ${CACHE_KINDS.join(', ')}`,
    )
    .transform((caches) => caches.filter((cache) => cache !== undefined))
    .optional(),
  PURGE_SECRET: z.string().min(MIN_PURGE_SECRET, PURGE_SECRET_RULE).max(1000, PURGE_SECRET_RULE).optional(),
  PURGE_SECRET_FILE: z.string().optional(),
  STORAGE: z.string().refine(isStorageAddress, 'must be disk, or a bucket such as s3://site/main').optional(),
  S3_ENDPOINT: z.string().refine(areEndpoints, ENDPOINT_RULE).optional(),
  AWS_ENDPOINT_URL: z.string().refine(areEndpoints, ENDPOINT_RULE).optional(),
  AWS_REGION: z.string().min(1).optional(),
  AWS_DEFAULT_REGION: z.string().min(1).optional(),
  AWS_ACCESS_KEY_ID: z.string().min(1).optional(),
  AWS_ACCESS_KEY_ID_FILE: z.string().optional(),
  AWS_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  AWS_SECRET_ACCESS_KEY_FILE: z.string().optional(),
  AWS_SESSION_TOKEN: z.string().min(1).optional(),
  CONTACT_FROM: z
    .string()
    .transform(asMailServersUseIt)
    .refine(isMailAddress, 'must be an address such as info@example.com')
    .optional(),
})

/** Rules for several settings. Checked even if one setting is not valid, so that all problems are reported at once. */
export const completeVariables = variables
  .refine((set) => set.SMTP_URL === undefined || set.CONTACT_TO !== undefined, {
    path: ['CONTACT_TO'],
    error: 'must be set if SMTP_URL is set',
    when: () => true,
  })
  .refine((set) => set.SMTP_URL !== undefined || (set.CONTACT_TO ?? set.CONTACT_FROM) === undefined, {
    path: ['SMTP_URL'],
    error: 'must be set if CONTACT_TO or CONTACT_FROM is set',
    when: () => true,
  })
  .refine((set) => set.METRICS_PORT === undefined || set.METRICS_PORT === 0 || set.METRICS_PORT !== set.PORT, {
    path: ['METRICS_PORT'],
    error: 'must not be the port of the site, which everybody can reach',
    when: () => true,
  })
  .refine((set) => set.BACKUP_AT === undefined || set.BACKUP_DIR !== undefined, {
    path: ['BACKUP_DIR'],
    error: 'must be set if BACKUP_AT is set',
    when: () => true,
  })
  .refine((set) => set.BACKUP_DIR === undefined || set.BACKUP_AT !== undefined, {
    path: ['BACKUP_AT'],
    error: 'must be set if BACKUP_DIR is set',
    when: () => true,
  })
  .refine((set) => set.PURGE_URLS === undefined || (set.PURGE_SECRET ?? set.PURGE_SECRET_FILE) !== undefined, {
    path: ['PURGE_SECRET'],
    error: 'must be set if PURGE_URLS is set',
    when: () => true,
  })
  .refine((set) => set.ROLE !== 'standby' || (set.STORAGE ?? 'disk') === 'disk', {
    path: ['ROLE'],
    error: 'must be writer or reader if STORAGE is a bucket: one of the writers writes, and the others wait',
    when: () => true,
  })
  .refine(
    (set) =>
      ![set.CONTENT_DIR, set.UPLOADS_DIR, set.DATA_DIR].some(
        (folder) => set.CACHE_DIR !== undefined && isWithin(set.CACHE_DIR, folder),
      ),
    {
      path: ['CACHE_DIR'],
      error: 'must not be within the folders of the site: they belong to the process that writes',
    },
  )
  .refine(
    (set) =>
      ![set.CONTENT_DIR, set.UPLOADS_DIR, set.DATA_DIR].some(
        (folder) => set.BACKUP_DIR !== undefined && isWithin(set.BACKUP_DIR, folder),
      ),
    {
      path: ['BACKUP_DIR'],
      error: 'must not be within the folders of the site: backups must survive a failure of their disk',
    },
  )

function isOrigin(value: string) {
  const url = parseUrl(value)
  return (
    url !== undefined &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    !url.search &&
    !url.hash &&
    !url.username
  )
}

/** A name or address, with an optional port, as in a Host header. */
function isHost(value: string) {
  return /^(?:[a-z0-9._-]+|\[[0-9a-f:.]+\])(?::\d{1,5})?$/.test(value) && parseUrl(`http://${value}`) !== undefined
}

function isSmtpUrl(value: string) {
  return URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol) && new URL(value).hostname !== ''
}

function asMailServersUseIt(value: string) {
  return mailAddress(value) ?? value
}

function isMailAddress(value: string) {
  return z.regexes.email.test(value)
}

/** Parses an address such as `varnish+http://10.0.0.5:6081`. */
function sharedCacheAt(text: string): SharedCache | undefined {
  const [, name, url = ''] = /^(\w+)\+(https?:.*)$/.exec(text.trim()) ?? []
  const kind = CACHE_KINDS.find((kind) => kind === name)
  if (kind === undefined || !parseUrl(url)) return undefined
  return { kind, url: url.endsWith('/') ? url.slice(0, -1) : url }
}
