import type { HostInterface, SiteFigures } from './host-interface.ts'
import { introduceAdministrator } from './people/introduce-administrator.server.ts'
import { decodePathname, parseUrl } from './platform/http/parse-url.ts'
import { visitorKey } from './platform/visitor-key.ts'
import { sharedCacheHeaders } from './platform/http/shared-cache-headers.ts'
import { isFileAddress, isPublicFile, serveFile } from './media/serving/file-response.server.ts'
import { DATA_MISSING, waitForDataFolder } from './storage/folders/missing-data-folder.server.ts'
import { log } from './platform/log.server.ts'
import { subscribeToOperations } from './platform/operations.server.ts'
import { createSite, replaceSite, type Site } from './site.server.ts'
import { openPublicDocuments } from './public-documents.server.ts'
import { waitForFolders } from './standby.server.ts'
import { statfs } from 'node:fs/promises'
import { Listeners } from './platform/listeners.ts'

/**
 * The interface of a site for the production host. The background work of a standby includes taking over: then another
 * site, which writes, replaces this one.
 */
export function hostInterfaceOf(opened: Site): HostInterface {
  const { env } = opened
  let site = opened
  let documents = openPublicDocuments(site)
  let refusal: Promise<{ headers: Headers; body: string }> | undefined
  const listeners = new Listeners()
  let unsubscribe = subscribeToContent(site, listeners)
  const stop = new AbortController()
  let takingOver: Promise<void> | undefined

  const isDataMissing = () => site.health.problems().some(({ id }) => id === DATA_MISSING)

  async function takeOver() {
    const writer = await openWriter()
    if (!writer) return
    if (stop.signal.aborted) {
      await writer.close()
      return
    }
    const standby = site
    writer.renderPage = standby.renderPage
    unsubscribe()
    site = writer
    documents = openPublicDocuments(site)
    unsubscribe = subscribeToContent(site, listeners)
    replaceSite(site)
    listeners.announce()
    log.info({ dataDir: env.dataDir }, 'This process is the writer now')
    site.startBackgroundWork()
    void introduce()
    await standby.close()
  }

  /** Opens the site that writes once that is possible; undefined if this process is stopped before. */
  async function openWriter() {
    const open = () => createSite(env, opened.definition)
    if (env.role === 'standby') return waitForFolders(env, { open, signal: stop.signal, health: site.health })
    return (await waitForDataFolder(env, stop.signal)) ? open() : undefined
  }

  // A standby is the writer after it has taken over, and a writer that cannot finish a restore only reads.
  const role = () => (!site.isReader ? 'writer' : env.role === 'writer' ? 'reader' : env.role)

  async function introduce() {
    if (role() === 'writer') await introduceAdministrator(site.auth.accounts, env)
    else process.stdout.write(`\n  The site is running: ${env.publicOrigin} (${role()}: read-only)\n\n`)
  }

  return {
    env,
    log,
    health: {
      problems: () => site.health.problems(),
      isReady: () => site.health.isReady(),
    },
    role,
    writer: () => undefined,
    onWriterChange: () => () => undefined,
    release: () => Promise.resolve(),
    isForWriter,
    async renderRefusal(message) {
      refusal ??= renderRefusal(site, message).catch((error: unknown) => {
        refusal = undefined
        throw error
      })
      const { headers, body } = await refusal
      return new Response(body, { status: 503, headers })
    },
    readOnlyReason: () => (site.isReader && isDataMissing() ? NO_DATA_FOLDER : undefined),
    introduce,
    isSignedIn: (headers) => site.auth.isSignedIn(headers),
    visitorKey,
    startBackgroundWork() {
      site.startBackgroundWork()
      if (!site.isReader || takingOver || !(env.role === 'standby' || (env.role === 'writer' && isDataMissing())))
        return
      // If it fails, the rejection ends the process, which releases its locks: the service manager starts it again.
      takingOver = takeOver()
    },
    publicDocuments: {
      addresses: () => documents.addresses(),
      addressOf: (target) => documents.addressOf(target),
      unknownAddressOf: (target) => documents.unknownAddressOf(target),
      sharedCacheHeaders: (address) => documents.sharedCacheHeaders(address),
    },
    isFileAddress,
    isPublicFile: (pathname) => isPublicFile(site.media, pathname),
    sharedCacheHeaders: (maxAge) => sharedCacheHeaders(maxAge, []),
    serveFile: (pathname, request) =>
      serveFile(site.media, pathname, request, () => site.auth.isStaff(request.header('cookie'))),
    onContentChange: listeners.subscribe,
    subscribeToOperations,
    figures: () => figuresOf(site),
    endStreams: () => {
      site.presence.close()
    },
    async close() {
      stop.abort()
      await takingOver?.catch(() => undefined)
      await site.close()
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

const NO_DATA_FOLDER =
  'The data folder of the server is missing, so signing in and saving are not possible. The log of the server says what to do.'

/** A property that the production host sets before it imports the build. */
const HOSTED = Symbol.for('website.hosted')

/** Announces each change of content or files. Returns a function that ends it. */
function subscribeToContent({ content, media }: Site, listeners: Listeners) {
  const announce = () => {
    listeners.announce()
  }
  const undo = [content, media.documents, media.library, media.staged].map((source) => source.subscribe(announce))
  return () => {
    for (const unsubscribe of undo) unsubscribe()
  }
}

/** True for requests that only the writer handles: the administrator area, changes, and the staff part of the API. */
function isForWriter(method: string, target: string): boolean {
  if (!['GET', 'HEAD', 'OPTIONS'].includes(method)) return true
  const url = parseUrl(`http://host${target}`)
  return (
    url !== undefined &&
    /^\/+(?:admin(?:[/.]|$)|api\/(?:auth|drafts|releases)(?:\/|$))/.test(decodePathname(url.pathname))
  )
}

async function renderRefusal({ env, renderPage }: Site, message: string) {
  const request = new Request(`${env.publicOrigin}/~/refusal`)
  const page = (await renderPage?.(request, { refusal: message })) ?? new Response(message)
  return { headers: page.headers, body: await page.text() }
}

export async function figuresOf({
  env,
  media,
  inbox,
  sharedCaches,
  backups,
  storage,
  releaseWatch,
}: Site): Promise<SiteFigures> {
  const folders = { content: env.contentDir, uploads: env.uploadsDir, data: env.dataDir }
  const free = Object.entries(folders).map(async ([name, folder]): Promise<[string, number][]> => {
    const stats = await statfs(folder).catch(() => undefined)
    return stats ? [[name, stats.bavail * stats.bsize]] : []
  })
  const notices = await inbox.countWaitingNotices().catch(() => undefined)
  const last = backups.state()?.last
  const releases = { ready: 0, blocked: 0, failed: 0 }
  for (const { state } of releaseWatch.latest()) releases[state] += 1
  return {
    releases,
    queues: {
      decoder: media.decoder.queued(),
      variants: media.library.queued(),
      purges: sharedCaches.size(),
      ...(notices !== undefined && { notices }),
    },
    freeBytes: Object.fromEntries((await Promise.all(free)).flat()),
    storeLag: storage.lag(),
    isBackupScheduled: backups.state() !== undefined,
    lastBackup: last && Date.parse(last.finishedAt) / 1000,
  }
}
