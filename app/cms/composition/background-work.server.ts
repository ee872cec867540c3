import type { ParsedContents } from '#app/cms/content/section-file/parsed-contents.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { ReleaseWatch } from '#app/cms/publishing/releases/release-watch.server.ts'
import type { Releases } from '#app/cms/publishing/releases/release-store.server.ts'
import type { Inbox } from '#app/cms/inbox/open-inbox.server.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import type { ConfirmedFiles } from '#app/cms/media/serving/confirmed-files.server.ts'
import type { BackupSchedule } from '#app/cms/operations/backup/backup-schedule.server.ts'
import { serveSnapshots } from '#app/cms/operations/backup/backup-socket.server.ts'
import type { Housekeeping } from '#app/cms/operations/housekeeping/housekeeping.server.ts'
import type { SharedCaches } from '#app/cms/operations/shared-caches/shared-caches.server.ts'
import type { AskedWordsStore } from '#app/cms/search/asked/asked-words.server.ts'
import type { Auth } from '#app/cms/people/auth.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { watchLag } from '#app/cms/storage/lag-watch.server.ts'
import type { SiteBase } from './open-base.server.ts'

/** A release is expected so long before its moment (ms). */
const RELEASE_EXPECTED_MS = 5 * 60_000

/** So long after the start (ms) it is stored for the next one what was parsed: visitors come first. */
const STORE_PARSED_MS = 3_000

interface Services {
  auth: Auth
  content: ContentStore
  media: Media
  confirmedFiles: ConfirmedFiles
  sharedCaches: SharedCaches
  inbox: Inbox
  askedWords: AskedWordsStore
  backups: BackupSchedule
  releases: Releases
  releaseWatch: ReleaseWatch
  housekeeping: Housekeeping
  parsed: ParsedContents | undefined
  /** What the site itself makes. */
  prepare: () => Promise<void>
}

/** Returns the function that starts the background work of an open site. Further calls of it do nothing. */
export function backgroundWork(
  { isReader, storage, audit, folders, health, cache, clock, opened }: SiteBase,
  {
    auth,
    content,
    media,
    confirmedFiles,
    sharedCaches,
    inbox,
    askedWords,
    backups,
    releases,
    releaseWatch,
    housekeeping,
    parsed,
    prepare,
  }: Services,
): () => void {
  let isStarted = false

  /** A storage that others follow is asked for changes often when a release is due soon. */
  function expectReleases() {
    const isSoon = releases.list().some(({ state, time }) => {
      const left = state === 'scheduled' ? Date.parse(time ?? '') - Date.now() : NaN
      return left < RELEASE_EXPECTED_MS
    })
    if (isSoon) storage.expectChange()
  }

  return () => {
    if (isStarted) return
    isStarted = true
    folders.start()
    opened.defer(watchLag({ storage, health }))
    // The process that writes makes the secret before another one needs it.
    confirmedFiles.isReady()
    media.hashes.start()
    askedWords.start()
    void prepare()
    const storing = setTimeout(() => void parsed?.store(), STORE_PARSED_MS).unref()
    opened.defer(() => {
      clearTimeout(storing)
    })
    if (isReader) {
      void cache?.copyVariants()
      return
    }
    clock?.start()
    audit.record({ kind: 'site.started', actor: undefined })
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
    releases.clock.start()
    releaseWatch.start()
    const expecting = setInterval(expectReleases, 60_000).unref()
    opened.defer(() => {
      clearInterval(expecting)
    })
    sharedCaches.start()
  }
}
