import type { HostInterface, SiteFigures } from './host-interface.ts'
import { introduceAdministrator } from './people/introduce-administrator.server.ts'
import { visitorKey } from './platform/visitor-key.ts'
import { plainPage } from './platform/http/plain-page.server.tsx'
import { refusedForm } from './platform/http/refused-form.server.ts'
import { sharedCacheHeaders } from './platform/http/shared-cache-headers.ts'
import type { FileRequest } from './media/serving/file-conditions.ts'
import { fileAt } from './media/media-address.ts'
import {
  fileAccess,
  fileRestrictions,
  isFileAddress,
  isPublicFile,
  serveFile,
} from './media/serving/serve-file.server.ts'
import { hostRoleOf, openBuiltFilesOf } from './composition/host-role.server.ts'
import { log } from './platform/log.server.ts'
import { subscribeToOperations } from './platform/operations.server.ts'
import type { RunningSite } from './composition/running-site.server.ts'
import type { Site } from './site.server.ts'
import { openPublicDocuments } from './public-documents.server.ts'
import { statfs } from 'node:fs/promises'
import { Listeners } from './platform/listeners.ts'
import { watchDays } from './platform/watch-days.server.ts'

/** The interface of the site of this process for the production host. */
export function hostInterfaceOf(running: RunningSite<Site>): HostInterface {
  const site = () => running.current()
  const { env } = site()
  let documents = openPublicDocuments(site())
  const contentChanges = new Listeners()
  const hostRole = hostRoleOf(running, isForEverybody)
  const builtFiles = openBuiltFilesOf(env)
  let unsubscribe = subscribeToContent(site(), contentChanges)

  running.onReplaced(() => {
    unsubscribe()
    documents = openPublicDocuments(site())
    unsubscribe = subscribeToContent(site(), contentChanges)
    contentChanges.announce()
    introduce().catch((err: unknown) => {
      log.error({ err }, 'The first account could not be made')
    })
  })

  const stopDays = watchDays(() => {
    documents.drop()
    site().sharedCaches.purgePages()
    contentChanges.announce()
  })

  const access = (request?: FileRequest) => fileAccess(site(), () => site().auth.isStaff(request?.header('cookie')))

  /** True for the address of a public file that visitors get without a confirmation. */
  function isForEverybody(pathname: string) {
    if (!isPublicFile(site().media, pathname)) return false
    return !fileRestrictions(site(), site().definition).isRestricted(fileAt(pathname) ?? '')
  }

  async function introduce() {
    if (running.isWriter()) await introduceAdministrator(site().auth.accounts, env)
    else process.stdout.write(`\n  The site is running: ${env.publicOrigin} (${hostRole.role()}: read-only)\n\n`)
  }

  return {
    env,
    log,
    health: {
      problems: () => site().health.problems(),
      isReady: () => site().health.isReady(),
    },
    ...hostRole,
    plainPage,
    refusedForm,
    introduce,
    isSignedIn: (headers) => site().auth.isSignedIn(headers),
    visitorKey,
    startBackgroundWork: () => {
      running.start()
    },
    publicDocuments: {
      addresses: () => documents.addresses(),
      addressOf: (target) => documents.addressOf(target),
      unknownAddressOf: (target) => documents.unknownAddressOf(target),
      sharedCacheHeaders: (address) => documents.sharedCacheHeaders(address),
    },
    isFileAddress: (pathname) => isFileAddress(pathname) || access().fixedFile(pathname) !== undefined,
    isPublicFile: isForEverybody,
    sharedCacheHeaders: (maxAge) => sharedCacheHeaders(maxAge, []),
    serveFile: (pathname, request) => serveFile(site().media, pathname, request, access(request)),
    builtFiles,
    onContentChange: contentChanges.subscribe,
    subscribeToOperations,
    figures: async () => ({
      ...(await figuresOf(site())),
      clockOffset: running.clockOffset(),
      takeoverSeconds: running.takeoverSeconds(),
    }),
    endStreams: () => {
      site().presence.close()
    },
    async close() {
      stopDays()
      await builtFiles.close()
      await running.close()
    },
  }
}

/**
 * Does what the production host does besides serving requests, for a server that only imports the build, as
 * `remix-serve` and the development server do. The account is created before the server listens. Does nothing in the
 * production host, or if it was done before: the development server evaluates modules again after an edit.
 */
export async function startWithoutHost({
  introduce,
  startBackgroundWork,
}: Pick<HostInterface, 'introduce' | 'startBackgroundWork'>): Promise<void> {
  if (HOSTED in globalThis) return
  Object.assign(globalThis, { [HOSTED]: true })
  await introduce()
  startBackgroundWork()
}

/** A property that the production host sets before it imports the build. */
const HOSTED = Symbol.for('website.hosted')

/** Announces each change of content or files. Returns a function that ends it. */
function subscribeToContent({ content, media }: Site, listeners: Listeners) {
  const announce = () => {
    listeners.announce()
  }
  const undo = [content, media.documents, media.library, media.staged, media.hashes].map((source) =>
    source.subscribe(announce),
  )
  return () => {
    for (const unsubscribe of undo) unsubscribe()
  }
}

export async function figuresOf({
  env,
  media,
  inbox,
  sharedCaches,
  backups,
  storage,
  releases,
  releaseWatch,
}: Site): Promise<SiteFigures> {
  const folders = { content: env.contentDir, uploads: env.uploadsDir, data: env.dataDir }
  const free = Object.entries(folders).map(async ([name, folder]): Promise<[string, number][]> => {
    const stats = await statfs(folder).catch(() => undefined)
    return stats ? [[name, stats.bavail * stats.bsize]] : []
  })
  const notices = await inbox.countWaitingNotices().catch(() => undefined)
  const last = backups.state()?.last
  const watched = { ready: 0, blocked: 0, delayed: 0, failed: 0 }
  for (const { state } of releaseWatch.latest()) watched[state] += 1
  return {
    releases: watched,
    releaseOverdue: releases.clock.overdueSeconds(),
    queues: {
      decoder: media.decoder.queued(),
      variants: media.library.queued(),
      purges: sharedCaches.size(),
      ...(notices !== undefined && { notices }),
    },
    purgeOldest: sharedCaches.oldest(),
    freeBytes: Object.fromEntries((await Promise.all(free)).flat()),
    storeLag: storage.lag(),
    isBackupScheduled: backups.state() !== undefined,
    lastBackup: last && Date.parse(last.finishedAt) / 1000,
  }
}
