import { readFileSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import { mailAddress } from '#app/cms/platform/email-address.ts'
import { parseUrl } from '#app/cms/platform/http/parse-url.ts'
import { isWithin } from './is-within.server.ts'
import { areEndpoints, isStorageAddress, storeSettings, type StoreSettings } from './store-settings.server.ts'
import { MIN_PASSPHRASE_LENGTH, passwordLength } from './password-length.ts'

/** Every setting of the process. Folders are absolute. */
export interface Env {
  nodeEnv: 'production' | 'development' | 'test'
  port: number
  host: string
  /** The address of the metrics server; undefined if there is none. */
  metrics: { port: number; host: string } | undefined
  /** Scheme, host and port visitors use, without a trailing slash, e.g. `https://www.example.com`. */
  publicOrigin: string
  /** Further hosts that the site accepts, in lower case: a name for all ports, or a name with a port. */
  allowedHosts: string[]
  /** Whether this process writes to the folders, waits until it may, or only reads. */
  role: Role
  /** The origin to which a process that does not write redirects requests for the writer; undefined to refuse them. */
  writerOrigin: string | undefined
  contentDir: string
  uploadsDir: string
  dataDir: string
  /** The folder for files that a process makes itself if it does not write; undefined for a temporary one. Absolute. */
  cacheDir: string | undefined
  /** How file changes are noticed: `auto` uses events, or polling if the file system has none; `poll` only polls. */
  watch: WatchMode
  /** True behind a proxy whose X-Forwarded-For can be trusted. */
  trustProxy: boolean
  /** Lines below this level are not logged. */
  logLevel: LogLevel
  /** Account that is created if there is none yet. */
  adminUsername: string
  adminPassword: string | undefined
  /** Where notices of contact messages go; undefined if none are sent. */
  mail: MailSettings | undefined
  /** The daily backup; undefined if none is scheduled. */
  backup: BackupSettings | undefined
  /** The shared caches in front of the site that are purged after changes; undefined if there are none. */
  purge: PurgeSettings | undefined
  /** The bucket that stores the site, with the folders as this node's mirror; undefined if the folders store it. */
  store: StoreSettings | undefined
}

export type Role = (typeof ROLES)[number]

const ROLES = ['writer', 'standby', 'reader'] as const

export type WatchMode = (typeof WATCH_MODES)[number]

const WATCH_MODES = ['auto', 'poll'] as const

export interface PurgeSettings {
  caches: SharedCache[]
  /** Authenticates our calls to the caches. */
  secret: string
}

/** A shared cache (RFC 9111, 1) in front of the site. */
export interface SharedCache {
  kind: CacheKind
  /** Varnish: the address for PURGE. Cloudflare: the zone. Fastly: the service. Without a trailing slash. */
  url: string
}

export type CacheKind = (typeof CACHE_KINDS)[number]

const CACHE_KINDS = ['varnish', 'cloudflare', 'fastly'] as const

export interface BackupSettings {
  /** Minutes after midnight in the time zone of the site. */
  at: number
  /** Absolute. */
  folder: string
  /** Encrypts the backups. A secret. */
  passphrase: string | undefined
}

type LogLevel = (typeof LOG_LEVELS)[number]

const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

export interface MailSettings {
  /** `smtp://` or `smtps://` with the host, and user and password if the server requires them. A secret. */
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
    metrics: set.METRICS_PORT === undefined ? undefined : { port: set.METRICS_PORT, host: set.METRICS_HOST },
    publicOrigin: set.PUBLIC_ORIGIN ?? `http://localhost:${set.PORT}`,
    allowedHosts: set.ALLOWED_HOSTS,
    role: set.ROLE,
    writerOrigin: set.WRITER_ORIGIN,
    contentDir: path.resolve(set.CONTENT_DIR),
    uploadsDir: path.resolve(set.UPLOADS_DIR),
    dataDir: path.resolve(set.DATA_DIR),
    cacheDir: set.CACHE_DIR === undefined ? undefined : path.resolve(set.CACHE_DIR),
    watch: set.WATCH,
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    adminUsername: set.ADMIN_USERNAME,
    adminPassword: set.ADMIN_PASSWORD ?? readPasswordFile(set.ADMIN_PASSWORD_FILE),
    mail: mailSettings(set),
    backup: backupSettings(set),
    purge: purgeSettings(set),
    store: storeSettings({
      storage: set.STORAGE,
      endpoint: set.S3_ENDPOINT ?? set.AWS_ENDPOINT_URL,
      region: set.AWS_REGION ?? set.AWS_DEFAULT_REGION,
      accessKeyId: set.AWS_ACCESS_KEY_ID ?? readSecret('AWS_ACCESS_KEY_ID_FILE', set.AWS_ACCESS_KEY_ID_FILE),
      secretAccessKey:
        set.AWS_SECRET_ACCESS_KEY ?? readSecret('AWS_SECRET_ACCESS_KEY_FILE', set.AWS_SECRET_ACCESS_KEY_FILE),
      sessionToken: set.AWS_SESSION_TOKEN,
    }),
  }
}

const passwordRule = `must have ${passwordLength.min} to ${passwordLength.max} characters`

/** The usernames that the administrator may have. */
export const usernameSchema = z
  .string()
  .regex(/^[A-Za-z0-9._@-]{1,64}$/, 'must have 1 to 64 letters, digits or . _ @ -')

const MAX_CACHES = 10
const MIN_PURGE_SECRET = 16
const PURGE_SECRET_RULE = `must have ${MIN_PURGE_SECRET} to 1000 characters`

const ENDPOINT_RULE = 'must be an address such as https://s3.example.com, or several of one store, separated by commas'

const PORT_RULE = 'must be a port number from 0 to 65535'
const portNumber = z.coerce.number({ error: PORT_RULE }).int(PORT_RULE).min(0, PORT_RULE).max(65535, PORT_RULE)

const variables = z.object({
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
  WRITER_ORIGIN: z
    .string()
    .refine(isOrigin, 'must be an http or https origin without a path, such as https://admin.example.com')
    .transform((value) => new URL(value).origin)
    .optional(),
  CACHE_DIR: z.string().min(1, 'must be a folder').optional(),
  WATCH: z.enum(WATCH_MODES, { error: `must be one of ${WATCH_MODES.join(', ')}` }).default('auto'),
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
const completeVariables = variables
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
  .refine((set) => set.ROLE === 'writer' || (set.STORAGE ?? 'disk') === 'disk', {
    path: ['ROLE'],
    error: 'must be writer if STORAGE is a bucket: with a bucket, every node can write',
    when: () => true,
  })
  .refine((set) => set.ROLE !== 'writer' || set.WRITER_ORIGIN === undefined, {
    path: ['WRITER_ORIGIN'],
    error: 'is for ROLE=reader and ROLE=standby only',
    when: () => true,
  })
  .refine((set) => set.WRITER_ORIGIN === undefined || set.WRITER_ORIGIN !== set.PUBLIC_ORIGIN, {
    path: ['WRITER_ORIGIN'],
    error: 'must not be PUBLIC_ORIGIN, which would lead back to this process',
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

function mailSettings(set: z.output<typeof variables>): MailSettings | undefined {
  const [firstReceiver] = set.CONTACT_TO ?? []
  if (set.SMTP_URL === undefined || set.CONTACT_TO === undefined || firstReceiver === undefined) return undefined
  return { smtpUrl: set.SMTP_URL, from: set.CONTACT_FROM ?? firstReceiver, to: set.CONTACT_TO }
}

/** A passphrase alone schedules nothing, because the backup command uses it as well. */
function backupSettings(set: z.output<typeof variables>): BackupSettings | undefined {
  if (set.BACKUP_AT === undefined || set.BACKUP_DIR === undefined) return undefined
  const [hours = 0, minutes = 0] = set.BACKUP_AT.split(':').map(Number)
  const passphrase = set.BACKUP_PASSPHRASE ?? readSecret('BACKUP_PASSPHRASE_FILE', set.BACKUP_PASSPHRASE_FILE)
  if (passphrase !== undefined && passphrase.length < MIN_PASSPHRASE_LENGTH) {
    const name = set.BACKUP_PASSPHRASE === undefined ? 'BACKUP_PASSPHRASE_FILE' : 'BACKUP_PASSPHRASE'
    throw new Error(`Some settings are not valid:\n  ${name}: must have at least ${MIN_PASSPHRASE_LENGTH} characters`)
  }
  return { at: hours * 60 + minutes, folder: path.resolve(set.BACKUP_DIR), passphrase }
}

function purgeSettings(set: z.output<typeof variables>): PurgeSettings | undefined {
  if (set.PURGE_URLS === undefined) return undefined
  const secret = set.PURGE_SECRET ?? readSecret('PURGE_SECRET_FILE', set.PURGE_SECRET_FILE) ?? ''
  if (secret.length < MIN_PURGE_SECRET || /[^\x21-\x7e]/.test(secret)) {
    throw new Error(
      `Some settings are not valid:\n  PURGE_SECRET: ${PURGE_SECRET_RULE}: letters, digits and punctuation, because it is sent in a header`,
    )
  }
  return { caches: set.PURGE_URLS, secret }
}

/** Parses an address such as `varnish+http://10.0.0.5:6081`. */
function sharedCacheAt(text: string): SharedCache | undefined {
  const [, name, url = ''] = /^(\w+)\+(https?:.*)$/.exec(text.trim()) ?? []
  const kind = CACHE_KINDS.find((kind) => kind === name)
  if (kind === undefined || !parseUrl(url)) return undefined
  return { kind, url: url.endsWith('/') ? url.slice(0, -1) : url }
}

function readPasswordFile(file: string | undefined) {
  const password = readSecret('ADMIN_PASSWORD_FILE', file)
  if (password === undefined) return undefined
  if (password.length < passwordLength.min || password.length > passwordLength.max) {
    throw new Error(`Some settings are not valid:\n  ADMIN_PASSWORD_FILE: the password in it ${passwordRule}`)
  }
  return password
}

/** The content of the file that a setting names. */
function readSecret(setting: string, file: string | undefined) {
  if (file === undefined) return undefined
  try {
    // Some editors of Windows write a byte order mark.
    return readFileSync(file, 'utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd()
  } catch (cause) {
    throw new Error(`Some settings are not valid:\n  ${setting}: cannot be read: ${String(cause)}`, { cause })
  }
}
