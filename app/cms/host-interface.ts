import type { Logger } from 'pino'
import type { FileRequest } from './media/serving/file-conditions.ts'
import type { FileResponse } from './media/serving/file-response.server.ts'
import type { plainPage, PlainPage } from './platform/http/plain-page.server.tsx'
import type { Env } from './platform/env.server.ts'
import type { BuiltFiles } from './operations/built-files/built-files.server.ts'
import type { Operation } from './platform/operations.server.ts'
import type { HostRole } from './composition/host-role.ts'
import type { refusedForm } from './platform/http/refused-form.server.ts'

export type { FileBody } from './media/serving/served-file.server.ts'
export type { FileResponse, Operation, PlainPage }

/**
 * What the app gives to the host that runs it. The entry module of the Remix build exports it as `hostInterface`. The
 * host reaches the app through its build only, so this is their whole contract. This module has types only.
 */
export interface HostInterface extends HostRole {
  env: Pick<Env, 'port' | 'host' | 'metrics' | 'publicOrigin' | 'allowedHosts' | 'trustProxy' | 'stopDelay'>
  /** The app's log. The host writes to it too. */
  log: Logger
  /** The page of a refusal for a browser; undefined for a program, see `plainPage`. */
  plainPage: typeof plainPage
  /** The same for a form that was not carried out: the page can send it again, see `refusedForm`. */
  refusedForm: typeof refusedForm
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
  /** The response to a request for a file. The body must be closed. */
  serveFile: (pathname: string, request: FileRequest) => Promise<FileResponse>
  /** The headers that set how long shared caches store a file of the host (seconds), and how it is purged. */
  sharedCacheHeaders: (maxAge: number) => [name: string, value: string][]
  /** The files that browsers load with the pages of this and of earlier builds, see `BuiltFiles`. */
  builtFiles: Pick<BuiltFiles, 'keep' | 'read'>
  /**
   * Calls `listener` whenever public content has changed, before the change is acknowledged, and when a day begins in
   * the time zone of the site, on which pages may depend. Returns a function to unsubscribe.
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

export interface SiteFigures {
  /** Tasks that run or wait, by queue. */
  queues: Record<string, number>
  /** For how many seconds the oldest change could not be purged from a shared cache; 0 if none is late. */
  purgeOldest: number
  /** Free bytes on the disk of each folder, if the system reports them. */
  freeBytes: Record<string, number>
  /** Seconds since it was last known what the store has; 0 on a disk. */
  storeLag: number
  /** Seconds by which the clock of this machine is ahead of the store's; left out if it is not known. */
  clockOffset?: number | undefined
  /** Seconds that it last took this process from the right to write until it wrote; left out if it never had it. */
  takeoverSeconds?: number | undefined
  /** Seconds since 1970; undefined if no scheduled backup is known. */
  lastBackup: number | undefined
  /** True if this process makes scheduled backups. */
  isBackupScheduled: boolean
  /** Releases that are scheduled or were not published at their time, by whether they can be published. */
  releases: Record<string, number>
  /** Seconds since the earliest time of a scheduled release that is not published yet; 0 if there is none. */
  releaseOverdue: number
}

export interface ProcessHealth {
  /** Problems for the operator, by stable ids without secrets. */
  problems: () => { id: string }[]
  /** False while this process must not get requests. */
  isReady: () => boolean
}

/** The responses that depend on content only and are the same for every visitor. */
interface PublicDocuments {
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
