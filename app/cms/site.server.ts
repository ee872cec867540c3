import { AsyncLocalStorage } from 'node:async_hooks'
import type { AppLoadContext } from '@remix-run/node'
import { StorageError } from './storage/storage-error.ts'
import { setSiteProfile } from './platform/site-profile.ts'
import { backgroundWork } from './composition/background-work.server.ts'
import { followPublications, storageOfWriter } from './composition/follow-publications.server.ts'
import { openBase, type SiteOptions } from './composition/open-base.server.ts'
import { openContent, openDraftsOf, type OpenedLater } from './composition/open-content.server.ts'
import { openFiles } from './composition/open-files.server.ts'
import { openBackups, openTidying } from './composition/open-operations.server.ts'
import { openPeople } from './composition/open-people.server.ts'
import { openPublishing } from './composition/open-publishing.server.ts'
import { openRunningSite, type RunningSite } from './composition/running-site.server.ts'
import { siteSource } from './composition/site-sources.server.ts'
import type { Approvals } from './publishing/approval/approvals.server.ts'
import type { Audit } from './people/audit/audit-log.server.ts'
import type { Auth } from './people/auth.server.ts'
import type { BackupSchedule } from './operations/backup/backup-schedule.server.ts'
import type { BackupDownloads } from './operations/backup/backup-downloads.server.ts'
import type { ContentStore } from './content/store/store.types.ts'
import type { Drafts } from './publishing/drafts/draft.ts'
import type { Housekeeping } from './operations/housekeeping/housekeeping.server.ts'
import type { UnusedFiles } from './operations/housekeeping/unused-files.server.ts'
import { openAskedWords, type AskedWordsStore } from './search/asked/asked-words.server.ts'
import { flashCookies } from './platform/http/cookies.server.ts'
import { openInbox, type Inbox } from './inbox/open-inbox.server.ts'
import { createMessageReceiver } from './inbox/receive-message.server.ts'
import { documentTextsOf } from './media/document-texts.ts'
import type { Media } from './media/media.server.ts'
import { openConfirmedFiles, type ConfirmedFiles } from './media/serving/confirmed-files.server.ts'
import type { Env } from './platform/env.server.ts'
import { openParts, type CloseStack } from './platform/close-stack.server.ts'
import type { Health } from './platform/health.server.ts'
import { log } from './platform/log.server.ts'
import type { Presence } from './people/presence/editor-presence.server.ts'
import type { ReleaseWatch } from './publishing/releases/release-watch.server.ts'
import type { Releases } from './publishing/releases/release-store.server.ts'
import { createSiteReader, type SiteReader } from './define/content-reader.ts'
import type { SiteDefinition } from './define/define-site.ts'
import { purgeRuledFiles } from './operations/shared-caches/purge-ruled-files.server.ts'
import type { SharedCaches } from './operations/shared-caches/shared-caches.server.ts'
import type { SiteSections } from './define/site-sections.ts'
import { openInternalLinks, type InternalLinks } from './content/internal-links.server.ts'
import { openSiteFiles, type SiteFiles } from './content/site-files.server.ts'
import type { SiteClock } from './storage/site-clock.server.ts'
import { openFileAddressSecret } from './storage/shared-secret.server.ts'
import { sharedShelf } from './storage/shared-shelf.server.ts'
import type { Storage } from './storage/storage.ts'
import type { SiteCheck } from './operations/verify/verify-site.server.ts'

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
  /** True if the site only shows what another process writes. That one has staff, messages and history. */
  isReader: boolean
  health: Health
  storage: Storage
  /** Undefined for a reader, which publishes nothing. */
  clock: SiteClock | undefined
  content: ContentStore
  sections: SiteSections
  audit: Audit
  drafts: Drafts
  approvals: Approvals
  media: Media
  /** Signs the addresses of files that visitors get after a confirmation. */
  confirmedFiles: ConfirmedFiles
  auth: Auth
  inbox: Inbox
  receiveMessage: ReturnType<typeof createMessageReceiver>
  /** Messages for the next page. */
  flash: ReturnType<typeof flashCookies>
  links: InternalLinks
  files: SiteFiles
  /** What visitors search for, if the site counts it. */
  askedWords: AskedWordsStore
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
   * Starts the background work: checks and tidies the folders, sends pending notices of messages, serves snapshots for
   * backups, makes scheduled backups, and does the housekeeping once a day. Further calls do nothing.
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
 * With `isReader` it changes no content and no upload, and has no staff, no messages and no history. On a shared folder
 * it acquires no lock and uses its own data folder: from that of the process that writes, it only copies caches.
 */
export async function createSite(settings: Env, definition: SiteDefinition, options: SiteOptions = {}): Promise<Site> {
  setSiteProfile(definition)
  return openParts(
    (opened) => openServices(settings, definition, options, opened),
    (err) => {
      log.error({ err }, 'The site could not be opened, and one of its parts could not be closed')
    },
  )
}

/**
 * Opens the services group by group. Each service adds to `opened` how it is closed: it may use those that were opened
 * before it until it is closed. The order matters, and the groups say why.
 */
async function openServices(
  settings: Env,
  definition: SiteDefinition,
  options: SiteOptions,
  opened: CloseStack,
): Promise<Site> {
  const base = await openBase({ ...options, settings, definition, opened })
  const { env, isReader, storage, audit, health, clock } = base
  const people = openPeople(base)
  const { presence, auth } = people
  const later: OpenedLater = {}
  const ofWriter = isReader ? await storageOfWriter(base, settings) : storage
  const { content, sections, approvals, parsed } = await openContent(base, { ...people, ofWriter }, later)
  const reader = createSiteReader(content)
  const { media, sharedCaches } = await openFiles(base, { content, sections })
  documentTextsOf(content).connect(media.documents)
  const drafts = await openDraftsOf(base, { content, sections, approvals, presence })
  later.drafts = drafts
  const backups = openBackups(base)
  const inbox = openInbox({
    ...{ storage, mail: env.mail, log, health, clocks: clock?.clocks },
    keepDays: { ordinary: env.keepMessagesDays, spam: env.keepSpamDays },
    answerDays: env.privacyAnswerDays,
    onErasures: (text) => void backups.backups.keepErasures(text),
    withdrawPage: definition.notice && env.publicOrigin + definition.notice.withdrawPage,
  })
  opened.defer(() => inbox.close())
  const askedWords = openAskedWords({ shelf: sharedShelf(settings), mayErase: !isReader, log })
  opened.defer(() => askedWords.close())
  const files = openSiteFiles(content, media, sections)
  later.files = files
  const { releases, releaseWatch } = await openPublishing(base, {
    auth,
    approvals,
    content,
    media,
    files,
    drafts,
    sections,
  })
  later.releases = releases
  const tidying = await openTidying(base, { content, media, files, drafts, releases, inbox, sections })
  if (isReader && ofWriter) await followPublications(base, ofWriter, { content, media })
  const confirmedFiles = openConfirmedFiles(openFileAddressSecret({ storage: ofWriter, mayMake: !isReader, health }))
  const { fileRules } = definition
  if (fileRules && env.purge) {
    opened.defer(purgeRuledFiles({ site: reader, content, media, rules: fileRules, sharedCaches }))
  }
  const startBackgroundWork = backgroundWork(base, {
    auth,
    content,
    media,
    confirmedFiles,
    sharedCaches,
    inbox,
    askedWords,
    backups: backups.backups,
    housekeeping: tidying.housekeeping,
    releases,
    releaseWatch,
    parsed,
    prepare: () => definition.prepare?.(reader) ?? Promise.resolve(),
  })

  return {
    env: settings,
    definition,
    isReader,
    health,
    storage,
    clock,
    content,
    sections,
    service: reader.service,
    audit,
    drafts,
    approvals,
    media,
    confirmedFiles,
    auth,
    inbox,
    askedWords,
    // No person would ever see a message that is stored here.
    receiveMessage: isReader
      ? () => Promise.resolve({ kind: 'failed', error: new StorageError('reader') })
      : createMessageReceiver(inbox, (...asked) => definition.notice?.purposes(reader, ...asked)),
    flash: flashCookies({ isSecure: env.publicOrigin.startsWith('https:') }),
    links: openInternalLinks(definition, sections, reader),
    ...backups,
    renderPage: undefined,
    files,
    releases,
    releaseWatch,
    presence,
    sharedCaches,
    ...tidying,
    startBackgroundWork,
    close: () => opened.close(),
  }
}

declare global {
  /**
   * The site of this process. It is a property of the global object, because the development server evaluates modules
   * again after an edit, and a second site could not acquire the lock.
   */
  var runningSite: { opening: Promise<RunningSite<Site>>; site: RunningSite<Site> | undefined } | undefined
}

/** Opens the site of this process unless it is open. Called where the app starts, and by tests. */
export async function openSite(definition: SiteDefinition, env: () => Env): Promise<RunningSite<Site>> {
  // This module may be a new one of the development server, whose site is open.
  setSiteProfile(definition)
  const slot = (globalThis.runningSite ??= { opening: openForRole(env(), definition), site: undefined })
  slot.site = await slot.opening
  return slot.site
}

/** The site of this process with the changes of its role. Throws if it is not open. */
export function runningSite(): RunningSite<Site> {
  const running = globalThis.runningSite?.site
  if (!running) throw new Error('The site is not open yet')
  return running
}

async function openForRole(env: Env, definition: SiteDefinition) {
  return openRunningSite(await siteSource(env, definition, createSite))
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
  return siteOfCall.getStore() ?? runningSite().current()
}
