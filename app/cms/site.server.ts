import { AsyncLocalStorage } from 'node:async_hooks'
import { openCacheFolder, areFoldersFree, isTakenByAnother } from './standby.server.ts'
import { StorageError } from './storage/storage-error.ts'
import { openApprovals, type Approvals } from './content/publish/approval/approvals.server.ts'
import type { AuditKind } from './people/audit/audit-event.ts'
import { openAudit, type Audit } from './people/audit/audit-log.server.ts'
import { openAuth, type Auth } from './people/auth.server.ts'
import { hasRole } from './people/roles.ts'
import { openBackupSchedule, type BackupSchedule } from './operations/backup/backup-schedule.server.ts'
import { openBackupDownloads, type BackupDownloads } from './operations/backup/backup-downloads.server.ts'
import { serveSnapshots } from './operations/backup/backup-socket.server.ts'
import { finishRestore, RestoreUnfinished } from './operations/backup/restore.server.ts'
import { readPendingPublications } from './content/publication-log/publication-log.server.ts'
import { openContentStore } from './content/store/store.server.ts'
import type { ContentStore } from './content/store/store.types.ts'
import type { Drafts } from './content/publish/drafts/draft.ts'
import { openDrafts } from './content/publish/drafts/open-drafts.server.ts'
import { HistoryFiles } from './operations/housekeeping/history-files.server.ts'
import { openHousekeeping, type Housekeeping } from './operations/housekeeping/housekeeping.server.ts'
import {
  openUnusedFiles,
  type UnpublishedContent,
  type UnusedFiles,
} from './operations/housekeeping/unused-files.server.ts'
import { flashCookies } from './platform/http/cookies.server.ts'
import { openInbox, type Inbox } from './inbox/open-inbox.server.ts'
import { createMessageReceiver } from './inbox/receive-message.server.ts'
import { openMedia, type Media } from './media/media.server.ts'
import { stagedMove } from './media/uploads/staged-files.server.ts'
import { addressOf } from './media/addresses.ts'
import { collectFileRefs } from './media/library/collect-file-refs.ts'
import { resolveImages } from './media/library/used-files.server.ts'
import type { AppLoadContext } from '@remix-run/node'
import { assertDataFolder, DATA_MISSING, DataFolderMissing } from './storage/folders/missing-data-folder.server.ts'
import type { Env } from './platform/env.server.ts'
import { CloseStack } from './platform/close-stack.server.ts'
import { Health, watchLog } from './platform/health.server.ts'
import { log, logDestination } from './platform/log.server.ts'
import { noteOperation } from './platform/operations.server.ts'
import { watchFolders } from './storage/folders/site-folders.server.ts'
import { openPresence, type Presence } from './people/presence/presence.server.ts'
import { askFirst } from './content/publish/releases/ask-first.server.ts'
import { openReleaseMails } from './content/publish/releases/release-mails.server.ts'
import { openReleaseWatch, type ReleaseWatch } from './content/publish/releases/release-watch.server.ts'
import { openReleases, type Releases } from './content/publish/releases/releases.server.ts'
import { createSiteReader, type SiteReader } from './define/content-reader.ts'
import type { SiteDefinition } from './define/define-site.ts'
import { openSharedCaches, type SharedCaches } from './operations/shared-caches/shared-caches.server.ts'
import { openInternalLinks, type InternalLinks } from './content/internal-links.server.ts'
import { openSiteFiles, type SiteFiles } from './content/site-files.server.ts'
import { openStorage } from './storage/open-storage.server.ts'
import { openSiteClock, type SiteClock } from './storage/site-clock.server.ts'
import type { Storage } from './storage/storage.ts'
import { summariseEdit } from './content/compare/schema-labels.ts'
import { openSiteCheck, type SiteCheck } from './operations/verify/verify-site.server.ts'

/** With a `basename`, the address of the page and of every link on it begins with that path. */
export type RenderPage = (
  request: Request,
  context: AppLoadContext,
  options?: { basename: string },
) => Promise<Response>

/** An open site: its services, all on the same folders. */
export interface Site extends SiteReader {
  env: Env
  definition: SiteDefinition
  /** True if this process only reads another one's content and uploads. That one has staff, messages and history. */
  isReader: boolean
  health: Health
  storage: Storage
  /** Undefined for a reader, which publishes nothing. */
  clock: SiteClock | undefined
  content: ContentStore
  audit: Audit
  drafts: Drafts
  approvals: Approvals
  media: Media
  auth: Auth
  inbox: Inbox
  receiveMessage: ReturnType<typeof createMessageReceiver>
  /** Messages for the next page. */
  flash: ReturnType<typeof flashCookies>
  links: InternalLinks
  files: SiteFiles
  releases: Releases
  /** Knows whether the scheduled releases can be published. */
  releaseWatch: ReleaseWatch
  presence: Presence
  sharedCaches: SharedCaches
  check: SiteCheck
  downloads: BackupDownloads
  backups: BackupSchedule
  /** Path below which a view of the whole site shows its pages; none for visitors. */
  pageBase?: string
  /** Renders pages of the site as responses, without the host around it. Set by the app's entry. */
  renderPage: RenderPage | undefined
  unusedFiles: UnusedFiles
  housekeeping: Housekeeping
  /**
   * Starts the background work: checks and tidies the folders, prepares image variants in the order in which visitors
   * see them, sends pending notices of messages, serves snapshots for backups, makes scheduled backups, and does the
   * housekeeping once a day. Further calls do nothing.
   */
  startBackgroundWork: () => void
  /**
   * Finishes running writes and releases the folders, even if a part of the site cannot be closed. Rejects at the end
   * with the errors.
   */
  close: () => Promise<void>
}

/**
 * Opens a site: acquires the lock of its data folder, reads content and files, and watches them. This is the only place
 * that does so: importing a module opens nothing. Rejects if another process holds the lock, or if a part cannot be
 * opened: then the parts that were opened before are closed, and the lock is released.
 *
 * With `isReader` it acquires no lock and changes no content and no upload. It uses its own data folder. From that of
 * the process that writes, which contains data that is not public, it only copies caches.
 */
export async function createSite(settings: Env, definition: SiteDefinition, { isReader = false } = {}): Promise<Site> {
  const opened = new CloseStack()
  try {
    return await openServices(settings, definition, isReader, opened)
  } catch (error) {
    await opened.close().catch((err: unknown) => {
      log.error({ err }, 'The site could not be opened, and one of its parts could not be closed')
    })
    throw error
  }
}

/**
 * Opens the services one by one. Adds to `opened` how each is closed: a service may use those that were opened before
 * it until it is closed.
 */
async function openServices(
  settings: Env,
  definition: SiteDefinition,
  isReader: boolean,
  opened: CloseStack,
): Promise<Site> {
  const { sections } = definition
  log.level = settings.logLevel
  const cache = isReader ? await openCacheFolder(settings) : undefined
  if (cache) opened.defer(() => cache.close())
  // Only the process that writes handles mail, backups and shared caches.
  const env: Env = cache
    ? { ...settings, dataDir: cache.folder, mail: undefined, backup: undefined, purge: undefined }
    : settings
  const health = new Health(log)
  const unwatchLog = watchLog(logDestination, health)
  opened.defer(unwatchLog)
  const folders = watchFolders({ ...env, health, log, isReader })
  const storage = await openStorage({
    ...env,
    log,
    health,
    isReader,
    onRefusalChange: (refusal) => {
      folders.setRefusal(refusal)
    },
  })
  // Releases the lock that the parts below need.
  opened.defer(() => storage.close())
  folders.setRefusalOf((root) => storage.refusal(`${root}/`))
  opened.defer(() => folders.close())
  const isFinished =
    !isReader && (await finishRestore({ content: env.contentDir, uploads: env.uploadsDir, data: env.dataDir }))
  if (isFinished) log.warn('An interrupted restore was completed')
  const publications = await readPendingPublications(storage, health)
  const audit = openAudit({ storage, health, log })
  opened.defer(() => audit.close())
  if (!isReader) await audit.inspectEnd()
  // A reader publishes nothing and removes nothing.
  const clock = isReader ? undefined : await openSiteClock({ storage, health, newestRecord: () => newestTimeOf(audit) })
  if (clock) opened.defer(() => clock.close())
  const presence = openPresence()
  opened.defer(() => {
    presence.close()
  })
  // Not set yet while files of an older format are rewritten. When opened, it publishes the staged files of content.
  let siteFiles: SiteFiles | undefined = undefined
  // Not set yet while the releases are published that were due before the start: no person is there to be asked.
  let openedReleases: Releases | undefined = undefined
  const approvals = await openApprovals({
    storage,
    sections,
    draftOf: (section, release) => drafts.effective(section, release),
    isApprover: (id) => {
      const person = auth.people.findPerson(id)
      return person?.state === 'active' && hasRole(person.role, 'publisher')
    },
    audit,
    health,
    log,
  })
  opened.defer(() => approvals.close())
  const content = openContentStore({
    storage,
    sections,
    summarise: summariseEdit,
    log,
    health,
    onEdit: ({ kind, section, author, approvedBy, reason, historyEntry }) => {
      presence.notePublished({ section, author, historyEntry })
      audit.record({
        kind: `content.${kind}`,
        about: section,
        detail: { what: reason, entry: historyEntry, approvedBy },
      })
    },
    stagedFilesOf: async (value) => siteFiles?.stagedFilesOf(value),
    approverOf: (change) => approvals.approverOf(change),
    beforeChange: ({ section, next, approval }) => {
      if (openedReleases) askFirst(openedReleases, { content: new Map([[section.id, next]]) }, approval)
    },
    following: isReader ? undefined : definition.following,
    clocks: clock?.clocks,
    publications,
  })
  opened.defer(() => content.close())
  // This comes before files and drafts are read, because it moves some of them.
  await content.recoverPublications()
  const named = new Set(sections.flatMap((section) => [...collectFileRefs(content.find(section)?.value)]))
  const media = await openMedia({
    storage,
    log,
    isNeeded: (file) => named.has(file),
    onMissing: () => {
      folders.checkSoon()
    },
  })
  opened.defer(() => media.close())
  const sharedCaches = openSharedCaches({ settings: env.purge, storage, content, media, log, health })
  opened.defer(() => sharedCaches.close())
  const pendingFiles = publications.flatMap(({ dataFiles }) => dataFiles)
  const drafts = await openDrafts({ storage, content, sections, audit, pendingFiles, log, health })
  opened.defer(() => drafts.close())
  const auth = openAuth({
    storage,
    publicOrigin: env.publicOrigin,
    health,
    record: (event) => {
      const reason = signInRefusal(event.kind)
      if (reason !== undefined) noteOperation({ kind: 'sign-in-refused', reason })
      audit.record(event)
    },
  })
  opened.defer(() => auth.close())
  drafts.subscribe((id) => {
    presence.noteDrafts(
      id,
      drafts.list().filter(({ section }) => section.id === id),
    )
  })
  drafts.subscribe((id) => void approvals.followDrafts(id))
  auth.sessions.subscribeToEnds(presence.endSession)
  const inbox = openInbox({ storage, mail: env.mail, log, health, clocks: clock?.clocks })
  opened.defer(() => inbox.close())
  const reader = createSiteReader(content)
  const check = openSiteCheck({ storage, definition, log })
  const downloads = openBackupDownloads({ folders: env })
  const backups = openBackupSchedule({
    settings: env.backup,
    folders: env,
    storage,
    health,
    log,
    now: clock?.clocks.now,
  })
  opened.defer(() => check.close())
  opened.defer(() => downloads.close())
  opened.defer(() => backups.close())
  const files = openSiteFiles(content, media, sections)
  siteFiles = files
  // Publishes the releases that were due while the site was not running, before anything is served.
  const releases = await openReleases({
    storage,
    content,
    sections,
    drafts,
    notApproved: (some, assumed) => approvals.missing(some, assumed),
    files: media.staged,
    moveOf: stagedMove,
    missingFiles: (section, value) =>
      files.findMissingFiles(section.schema, value, { by: 'staff' }).map(({ message }) => message),
    audit,
    pendingFiles,
    isHeld: () => clock?.jump() !== undefined,
    log,
    health,
  })
  opened.defer(() => releases.close())
  openedReleases = releases
  const { staged, library, documents } = media
  const releaseMails =
    env.mail &&
    openReleaseMails({
      storage,
      mail: env.mail,
      publishers: () =>
        auth.people
          .listPeople()
          .flatMap(({ state, role, username }) => (state === 'active' && hasRole(role, 'publisher') ? username : [])),
      publicOrigin: env.publicOrigin,
      log,
    })
  if (releaseMails) opened.defer(() => releaseMails.close())
  const releaseWatch = openReleaseWatch({
    releases,
    sources: [content, drafts, approvals, auth.accounts, library, documents, staged.images, staged.documents],
    health,
    log,
    onLook: (found) => releaseMails?.note(found),
  })
  opened.defer(() => releaseWatch.close())
  const historyFiles = new HistoryFiles(content, sections)
  opened.defer(() => historyFiles.close())
  const unusedFiles = openUnusedFiles({
    files,
    media,
    history: historyFiles,
    unpublished: () => [...contentOfDrafts(drafts), ...filesOfReleases(releases)],
  })
  const housekeeping = await openHousekeeping({
    storage,
    log,
    health,
    content,
    media,
    drafts,
    inbox,
    unused: unusedFiles,
    sectionIds: new Set(sections.map(({ id }) => id)),
    removeTemporaryFiles: () => folders.tidy(),
    clocks: clock?.clocks,
    onRemoval: ({ kind, name }) => {
      audit.record({ kind: 'housekeeping.removed', about: name, detail: { what: kind } })
    },
  })
  opened.defer(() => housekeeping.close())
  await content.followOthers((publication) => releases.follow(publication))
  const stopFollowing = storage.followOthers(async (names) => {
    audit.takeOver(names)
    // Before the content that refers to these files.
    await media.staged.takeOver(names)
    await content.takeOver(names)
    await Promise.all([drafts.takeOver(names), inbox.takeOver(names), housekeeping.takeOver(names)])
    await Promise.all([approvals.takeOver(names), releases.takeOver(names)])
  })
  opened.defer(stopFollowing)
  let isStarted = false

  return {
    env: settings,
    definition,
    isReader,
    health,
    storage,
    clock,
    content,
    service: reader.service,
    audit,
    drafts,
    approvals,
    media,
    auth,
    inbox,
    // No person would ever see a message that is stored here.
    receiveMessage: isReader
      ? () => Promise.resolve({ kind: 'failed', error: new StorageError('reader') })
      : createMessageReceiver(inbox),
    flash: flashCookies({ isSecure: env.publicOrigin.startsWith('https:') }),
    links: openInternalLinks(definition, reader),
    check,
    downloads,
    backups,
    renderPage: undefined,
    files,
    releases,
    releaseWatch,
    presence,
    sharedCaches,
    unusedFiles,
    housekeeping,
    startBackgroundWork() {
      if (isStarted) return
      isStarted = true
      folders.start()
      const makeVariants = async () => {
        await media.library.sizesRead()
        const onPages = sections.flatMap((section) =>
          Object.keys(resolveImages(content.find(section)?.value, media.library)),
        )
        media.library.warm(new Set([...onPages, ...media.library.list().map(({ file }) => file)]))
      }
      if (cache) {
        void cache.copyVariants().then(makeVariants)
        return
      }
      clock?.start()
      audit.record({ kind: 'site.started' })
      const snapshots = serveSnapshots({ storage, log })
      opened.defer(async () => (await snapshots)())
      // The schedule requests a snapshot, as any backup does.
      void snapshots.then(() => {
        backups.start()
      })
      content.readHistory().catch((err: unknown) => {
        log.error({ err }, 'The lists of earlier versions could not be read in advance')
      })
      inbox.start().catch((err: unknown) => {
        log.error({ err }, 'Messages whose mail is not sent yet could not be read')
      })
      opened.defer(auth.accounts.watchAccounts())
      auth.trustOpenSessions().catch((err: unknown) => {
        log.error({ err }, 'Sessions could not be read')
      })
      housekeeping.start()
      releases.start()
      releaseWatch.start()
      sharedCaches.start()
      void makeVariants()
      media.hashes.start()
    },
    close: () => opened.close(),
  }
}

async function newestTimeOf(audit: Audit): Promise<string | undefined> {
  for await (const { time } of audit.find({})) return time
  return undefined
}

/** Why a sign-in attempt was refused; undefined for other events. */
function signInRefusal(kind: AuditKind): string | undefined {
  if (kind === 'second-factor.failed') return 'second-factor'
  return /^sign-in\.(failed|throttled|passkey-refused)$/.exec(kind)?.[1]
}

function contentOfDrafts(drafts: Drafts): UnpublishedContent[] {
  return drafts.list().map(({ section, release, content }) => ({
    label: `Draft of ${section.label}`,
    href: `/admin/${section.id}${release === undefined ? '' : `?release=${release}`}`,
    content,
  }))
}

function filesOfReleases(releases: Releases): UnpublishedContent[] {
  return releases.list().map(({ id, name, files }) => ({
    label: `Release “${name}”`,
    href: `/admin/releases/${id}`,
    content: files.map(addressOf),
  }))
}

declare global {
  /**
   * The site of this process. It is a property of the global object, because the development server evaluates modules
   * again after an edit, and a second site could not acquire the lock.
   */
  var runningSite: { opening: Promise<Site>; site: Site | undefined } | undefined
}

/** Opens the site of this process unless it is open. Called where the app starts, and by tests. */
export async function openSite(definition: SiteDefinition, env: () => Env): Promise<Site> {
  const slot = (globalThis.runningSite ??= { opening: openForRole(env(), definition), site: undefined })
  slot.site = await slot.opening
  return slot.site
}

/**
 * A standby opens the site as the writer if no other process is the writer. Otherwise it reads, as a reader does. A
 * writer also reads while its data folder is missing, or an interrupted restore cannot be finished.
 */
async function openForRole(env: Env, definition: SiteDefinition): Promise<Site> {
  if (env.role === 'writer') {
    try {
      await assertDataFolder(env)
      return await createSite(env, definition)
    } catch (error) {
      const isMissing = error instanceof DataFolderMissing
      if (!isMissing && !(error instanceof RestoreUnfinished)) throw error
      // A writer would make new accounts and records beside those that are not in their places yet.
      const site = await createSite(env, definition, { isReader: true })
      site.health.report({ id: isMissing ? DATA_MISSING : 'restore-unfinished', message: error.message }, error.cause)
      return site
    }
  }
  if (env.role === 'standby' && areFoldersFree(env)) {
    try {
      return await createSite(env, definition)
    } catch (error) {
      if (!isTakenByAnother(env)) throw error
    }
  }
  return createSite(env, definition, { isReader: true })
}

/** Replaces the site of this process: a standby opens another one when it takes over. */
export function replaceSite(site: Site): void {
  if (globalThis.runningSite) globalThis.runningSite.site = site
}

const siteOfCall = new AsyncLocalStorage<Site>()

/** Calls `run` with `site` as the current site of everything that it calls, also asynchronously. */
export function withSite<Result>(site: Site, run: () => Result): Result {
  return siteOfCall.run(site, run)
}

/**
 * The open site of this process, or the one that was passed to {@link withSite}. Routes call it at each request. Throws
 * if the site is not open.
 */
export function currentSite(): Site {
  const site = siteOfCall.getStore() ?? globalThis.runningSite?.site
  if (!site) throw new Error('The site is not open yet')
  return site
}
