import type { ServerBuild } from '@remix-run/node'
import type { Logger } from 'pino'
import { z } from 'zod'

/**
 * What the app hands to the host that runs it. The Remix build's entry module exports it as `hostInterface`: the host
 * reaches the app through its build alone, so this is the whole of what the two agree on.
 */
export interface HostInterface {
  env: HostSettings
  /** The app's log; the host's lines join it. */
  log: Logger
  /** What is wrong with the running process; `/readyz` names it. */
  health: ProcessHealth
  /** Makes the first administrator where there is none. */
  ensureAdministrator: () => Promise<FirstAdministrator>
  /**
   * True where a request's headers name an open session or a live token. Synchronous and from memory, so it suits every
   * request; it may be wrong for a moment after a start or a sign-out, and admits to nothing.
   */
  isSignedIn: (headers: { cookie?: string | undefined; authorization?: string | undefined }) => boolean
  /** One key for all addresses that one visitor can pick from. */
  visitorKey: (address: string) => string
  /** Begins what goes on behind the requests. Called once, when they are being answered. */
  startBackgroundWork: () => void
  publicDocuments: PublicDocuments
  /** True for the path of an address that `answerFileAddress` answers. */
  isFileAddress: (pathname: string) => boolean
  /** Answers a request for a file; `header` takes names in lower case. The body must be closed. */
  answerFileAddress: (
    pathname: string,
    request: { method: string; header: (name: string) => string | undefined },
  ) => Promise<FileAnswer>
  /** Calls `listener` whenever what visitors see has changed, before the change is acknowledged. Returns its undo. */
  onContentChange: (listener: () => void) => () => void
  /** Finishes queued writes and frees what the app holds. The app answers nothing afterwards. */
  close: () => Promise<void>
}

export interface ProcessHealth {
  /** The problems an operator has to look at, by stable ids without secrets. */
  problems: () => { id: string }[]
  /** False while this process must get no more requests. */
  isReady: () => boolean
}

/** The answers that depend on content alone and are the same for every visitor. */
export interface PublicDocuments {
  /** Their addresses without query names, those first that visitors need first. */
  addresses: () => string[]
  /** The one address under which the answer to a request target is kept; undefined where it is no public document. */
  addressOf: (target: string) => string | undefined
  /**
   * The one address whose answer, a 404, is the answer to a request target that the public site does not have; undefined
   * where the target may be something. Files that the host itself serves are unknown to the app.
   */
  unknownAddressOf: (target: string) => string | undefined
}

export interface FileAnswer {
  status: number
  headers: [name: string, value: string][]
  /** Undefined where there is nothing to send. */
  body: FileBody | undefined
}

/** The bytes of an answer, for one reader, who takes them piece by piece and closes it in the end. */
export interface FileBody {
  /** Bytes in all. */
  size: number
  /**
   * Puts what comes next into `piece`, from its start. Resolves with the number of bytes, 0 at the end; rejects where they
   * cannot be had. One call at a time.
   */
  read: (piece: Uint8Array) => Promise<number>
  /** Frees what it holds; not while a read is under way. */
  close: () => Promise<void>
}

export interface HostSettings {
  port: number
  host: string
  /** Scheme, host and port visitors use, without a trailing slash. */
  publicOrigin: string
  /** Further hosts the site answers to. */
  allowedHosts: string[]
  /** True behind a proxy whose X-Forwarded-… headers may be believed. */
  trustProxy: boolean
}

/** A `password` comes back only where it was made up just now: nobody else knows it. */
export type FirstAdministrator =
  | { created: false }
  /** There is no account yet, since the disk took none. */
  | { created: false; isPending: true }
  | { created: true; username: string; password?: string }

/** Throws where the app was built without what the host needs, and names what is missing. */
export function hostInterfaceOf(build: ServerBuild): HostInterface {
  const parsed = entryModule.safeParse(build.entry.module)
  if (parsed.success) return parsed.data.hostInterface
  const missing = parsed.error.issues.map((issue) => issue.path.join('.'))
  throw new Error(`The app's build does not fit this host, its entry lacks: ${missing.join(', ')}`)
}

/** Tells a Remix server build from any other module. */
export function isServerBuild(module: unknown): module is ServerBuild {
  return serverBuild.safeParse(module).success
}

const settings = z.object({
  port: z.number(),
  host: z.string(),
  publicOrigin: z.string(),
  allowedHosts: z.array(z.string()),
  trustProxy: z.boolean(),
})

const entryModule = z.object({
  hostInterface: z.object({
    env: settings,
    log: z.custom<Logger>(isLogger),
    health: z.custom<ProcessHealth>(isHealth),
    ensureAdministrator: z.custom<HostInterface['ensureAdministrator']>(isFunction),
    isSignedIn: z.custom<HostInterface['isSignedIn']>(isFunction),
    visitorKey: z.custom<HostInterface['visitorKey']>(isFunction),
    startBackgroundWork: z.custom<HostInterface['startBackgroundWork']>(isFunction),
    publicDocuments: z.object({
      addresses: z.custom<PublicDocuments['addresses']>(isFunction),
      addressOf: z.custom<PublicDocuments['addressOf']>(isFunction),
      unknownAddressOf: z.custom<PublicDocuments['unknownAddressOf']>(isFunction),
    }),
    isFileAddress: z.custom<HostInterface['isFileAddress']>(isFunction),
    answerFileAddress: z.custom<HostInterface['answerFileAddress']>(isFunction),
    onContentChange: z.custom<HostInterface['onContentChange']>(isFunction),
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
