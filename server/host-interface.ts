import type { ServerBuild } from '@remix-run/node'
import type { Logger } from 'pino'
import { z } from 'zod'

/**
 * What the app gives to the host that runs it. The entry module of the Remix build exports it as `hostInterface`. The
 * host reaches the app through its build only, so this is their whole contract.
 */
export interface HostInterface {
  env: HostSettings
  /** The app's log. The host writes to it too. */
  log: Logger
  /** The role of this process on the folders. A standby can become the writer. */
  role: () => ProcessRole
  /** True for a request that only the process that writes responds to. */
  isForWriter: (method: string, target: string) => boolean
  /** The response to a request that this process does not carry out: a page with status 503. */
  renderRefusal: (message: string) => Promise<Response>
  /** Why no process writes now, in words for everyone; undefined if this or another one does. */
  readOnlyReason: () => string | undefined
  /** Problems of the running process; `/readyz` lists them. */
  health: ProcessHealth
  /** Prints the address of the site and how to sign in. Creates the first account if there is none. */
  introduce: () => Promise<void>
  /**
   * True if a request's headers hold an open session or a valid token. Synchronous and from memory, so it can be called
   * for every request. It may be wrong for a moment after a start or a sign-out, and must not be used to grant access.
   */
  isSignedIn: (headers: { cookie?: string | undefined; authorization?: string | undefined }) => boolean
  /** The same key for all addresses that one visitor can use. */
  visitorKey: (address: string) => string
  /** Starts the background work. Called once, when the site serves requests. */
  startBackgroundWork: () => void
  publicDocuments: PublicDocuments
  /** True for the path of an address that `serveFile` serves. */
  isFileAddress: (pathname: string) => boolean
  /**
   * True for the address of a public file that the app watches: `onContentChange` reports each change of it. From
   * memory.
   */
  isPublicFile: (pathname: string) => boolean
  /** The response to a request for a file; `header` takes names in lower case. The body must be closed. */
  serveFile: (
    pathname: string,
    request: { method: string; header: (name: string) => string | undefined },
  ) => Promise<FileResponse>
  /** The headers that set how long shared caches store a file of the host (seconds), and how it is purged. */
  sharedCacheHeaders: (maxAge: number) => [name: string, value: string][]
  /**
   * Calls `listener` whenever public content has changed, before the change is acknowledged. Returns a function to
   * unsubscribe.
   */
  onContentChange: (listener: () => void) => () => void
  /** Calls `listener` after each operation that is measured. Returns a function to unsubscribe. */
  subscribeToOperations: (listener: (operation: Operation) => void) => () => void
  /** The current figures of the site. Reads the disk. Never rejects. */
  figures: () => Promise<SiteFigures>
  /** Ends the responses that never end otherwise, and starts no more of them. Called first when the process stops. */
  endStreams: () => void
  /** Finishes queued writes and closes the app, which serves no requests afterwards. */
  close: () => Promise<void>
}

export type ProcessRole = 'writer' | 'standby' | 'reader'

/** Something that the app has done. Each text has only a few possible values, so it may become a label. */
export type Operation =
  | { kind: 'save'; outcome: string; seconds: number }
  | { kind: 'commit'; storage: string; outcome: string; seconds: number }
  | { kind: 'sign-in-refused'; reason: string }

export interface SiteFigures {
  /** Tasks that run or wait, by queue. */
  queues: Record<string, number>
  /** Free bytes on the disk of each folder, if the system reports them. */
  freeBytes: Record<string, number>
  /** Seconds since the changes of the site's other servers were last read; 0 if there are no other servers. */
  storeLag: number
  /** Seconds since 1970; undefined if no scheduled backup is known. */
  lastBackup: number | undefined
  /** True if this process makes scheduled backups. */
  isBackupScheduled: boolean
  /** Releases that are scheduled or were not published at their time, by whether they can be published. */
  releases: Record<string, number>
}

export interface ProcessHealth {
  /** Problems for the operator, by stable ids without secrets. */
  problems: () => { id: string }[]
  /** False while this process must not get requests. */
  isReady: () => boolean
}

/** The responses that depend on content only and are the same for every visitor. */
export interface PublicDocuments {
  /** Their addresses without queries, the most visited first. */
  addresses: () => string[]
  /** The one address under which the response to a request target is cached; undefined if it is no public document. */
  addressOf: (target: string) => string | undefined
  /**
   * The one address whose response, a 404, is the response to all request targets that the public site does not have;
   * undefined if the target may exist. Files that the host itself serves are unknown to the app.
   */
  unknownAddressOf: (target: string) => string | undefined
  /** The headers for shared caches of the response at an address. */
  sharedCacheHeaders: (address: string) => [name: string, value: string][]
}

export interface FileResponse {
  status: number
  headers: [name: string, value: string][]
  /** Undefined if there is nothing to send. */
  body: FileBody | undefined
}

/** The bytes of a response, for one reader, which reads them chunk by chunk and then closes it. */
export interface FileBody {
  /** Total bytes. */
  size: number
  /**
   * Reads the next bytes into `chunk`, from its start. Resolves with their number, 0 at the end; rejects if they cannot
   * be read. One call at a time.
   */
  read: (chunk: Uint8Array) => Promise<number>
  /** Releases its file. Must not be called while a read is in progress. */
  close: () => Promise<void>
}

export interface HostSettings {
  port: number
  host: string
  /** Where the metrics are served; undefined if they are not. */
  metrics?: { port: number; host: string } | undefined
  /** Scheme, host and port visitors use, without a trailing slash. */
  publicOrigin: string
  /** Further host names of the site. */
  allowedHosts: string[]
  /** True behind a proxy whose X-Forwarded-… headers can be trusted. */
  trustProxy: boolean
  /** Origin of the process that writes, if it has a host name of its own. */
  writerOrigin?: string | undefined
}

/** A property of the global object: without it, the build does the host's work itself when it is imported. */
export const HOSTED = Symbol.for('website.hosted')

/** The app's part of its build. Throws an error that names everything that the host needs and the build lacks. */
export function hostInterfaceOf(build: ServerBuild): HostInterface {
  const parsed = entryModule.safeParse(build.entry.module)
  if (parsed.success) return parsed.data.hostInterface
  const missing = parsed.error.issues.map((issue) => issue.path.join('.'))
  throw new Error(
    `The build of the app does not match this server. Its entry module lacks: ${missing.join(', ')}. Make a new build: npm run build`,
  )
}

export function isServerBuild(module: unknown): module is ServerBuild {
  return serverBuild.safeParse(module).success
}

const settings = z.object({
  port: z.number(),
  host: z.string(),
  metrics: z.object({ port: z.number(), host: z.string() }).optional(),
  publicOrigin: z.string(),
  allowedHosts: z.array(z.string()),
  trustProxy: z.boolean(),
  writerOrigin: z.string().optional(),
})

const entryModule = z.object({
  hostInterface: z.object({
    env: settings,
    log: z.custom<Logger>(isLogger),
    health: z.custom<ProcessHealth>(isHealth),
    role: z.custom<HostInterface['role']>(isFunction),
    isForWriter: z.custom<HostInterface['isForWriter']>(isFunction),
    renderRefusal: z.custom<HostInterface['renderRefusal']>(isFunction),
    readOnlyReason: z.custom<HostInterface['readOnlyReason']>(isFunction),
    introduce: z.custom<HostInterface['introduce']>(isFunction),
    isSignedIn: z.custom<HostInterface['isSignedIn']>(isFunction),
    visitorKey: z.custom<HostInterface['visitorKey']>(isFunction),
    startBackgroundWork: z.custom<HostInterface['startBackgroundWork']>(isFunction),
    publicDocuments: z.object({
      addresses: z.custom<PublicDocuments['addresses']>(isFunction),
      addressOf: z.custom<PublicDocuments['addressOf']>(isFunction),
      unknownAddressOf: z.custom<PublicDocuments['unknownAddressOf']>(isFunction),
      sharedCacheHeaders: z.custom<PublicDocuments['sharedCacheHeaders']>(isFunction),
    }),
    isFileAddress: z.custom<HostInterface['isFileAddress']>(isFunction),
    isPublicFile: z.custom<HostInterface['isPublicFile']>(isFunction),
    serveFile: z.custom<HostInterface['serveFile']>(isFunction),
    sharedCacheHeaders: z.custom<HostInterface['sharedCacheHeaders']>(isFunction),
    onContentChange: z.custom<HostInterface['onContentChange']>(isFunction),
    subscribeToOperations: z.custom<HostInterface['subscribeToOperations']>(isFunction),
    figures: z.custom<HostInterface['figures']>(isFunction),
    endStreams: z.custom<HostInterface['endStreams']>(isFunction),
    close: z.custom<HostInterface['close']>(isFunction),
  }),
})

const serverBuild = z.object({
  entry: z.object({ module: z.object({ default: z.custom(isFunction) }) }),
  routes: z.record(z.string(), z.unknown()),
  assets: z.unknown(),
})

function isLogger(value: unknown) {
  return typeof value === 'object' && value !== null && 'info' in value && isFunction(value.info)
}

function isHealth(value: unknown) {
  return typeof value === 'object' && value !== null && 'problems' in value && 'isReady' in value
}

function isFunction(value: unknown) {
  return typeof value === 'function'
}
