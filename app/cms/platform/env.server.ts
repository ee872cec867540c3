import path from 'node:path'
import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { storeSettings, type StoreSettings } from './store-settings.server.ts'
import { MIN_PASSPHRASE_LENGTH, passwordLength } from './password-length.ts'
import {
  type Role,
  type WatchMode,
  type LogLevel,
  type SharedCache,
  completeVariables,
  variables,
  MIN_PURGE_SECRET,
  PURGE_SECRET_RULE,
  passwordRule,
} from './env-variables.server.ts'

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
  contentDir: string
  uploadsDir: string
  dataDir: string
  /** The folder for files that a process makes itself if it does not write; undefined for a temporary one. Absolute. */
  cacheDir: string | undefined
  /** How file changes are noticed: `auto` uses events, or polling if the file system has none; `poll` only polls. */
  watch: WatchMode
  /** How long the process serves on after it was asked to stop, so that a load balancer notices it (ms). */
  stopDelay: number
  /** True behind a proxy whose X-Forwarded-For can be trusted. */
  trustProxy: boolean
  /** Lines below this level are not logged. */
  logLevel: LogLevel
  /** Account that is created if there is none yet. */
  adminUsername: string
  adminPassword: string | undefined
  /** Where notices of contact messages go; undefined if none are sent. */
  mail: MailSettings | undefined
  /** Days from its arrival after which a contact message is removed. */
  keepMessagesDays: number
  /** The same for suspected spam. */
  keepSpamDays: number
  /** Days within which a request about personal data has to be answered. */
  privacyAnswerDays: number
  /** The daily backup; undefined if none is scheduled. */
  backup: BackupSettings | undefined
  /** The shared caches in front of the site that are purged after changes; undefined if there are none. */
  purge: PurgeSettings | undefined
  /** The bucket that stores the site, with the folders as this node's mirror; undefined if the folders store it. */
  store: StoreSettings | undefined
}

export interface PurgeSettings {
  caches: SharedCache[]
  /** Authenticates our calls to the caches. */
  secret: string
}

export interface BackupSettings {
  /** Minutes after midnight in the time zone of the site. */
  at: number
  /** Absolute. */
  folder: string
  /** Encrypts the backups. A secret. */
  passphrase: string | undefined
}

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
    contentDir: path.resolve(set.CONTENT_DIR),
    uploadsDir: path.resolve(set.UPLOADS_DIR),
    dataDir: path.resolve(set.DATA_DIR),
    cacheDir: set.CACHE_DIR === undefined ? undefined : path.resolve(set.CACHE_DIR),
    watch: set.WATCH,
    stopDelay: 1000 * (set.STOP_DELAY ?? (isAlone(set) ? 0 : USUAL_STOP_DELAY)),
    trustProxy: set.TRUST_PROXY,
    logLevel: set.LOG_LEVEL,
    adminUsername: set.ADMIN_USERNAME,
    adminPassword: set.ADMIN_PASSWORD ?? readPasswordFile(set.ADMIN_PASSWORD_FILE),
    mail: mailSettings(set),
    keepMessagesDays: set.KEEP_MESSAGES_DAYS,
    keepSpamDays: set.KEEP_SPAM_DAYS,
    privacyAnswerDays: set.PRIVACY_ANSWER_DAYS,
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

/** Seconds. Common load balancers ask every two seconds, and notice the second failure. */
const USUAL_STOP_DELAY = 5

/** True if no other process serves the same site, as far as the settings tell. */
function isAlone({ ROLE, STORAGE = 'disk' }: z.output<typeof variables>) {
  return ROLE === 'writer' && STORAGE === 'disk'
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
    throw new Error(
      `Some settings are not valid:\n  ${setting}: cannot be read: ${cause instanceof Error ? cause.message : String(cause)}`,
      { cause },
    )
  }
}
