import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { Drafts } from '#app/cms/publishing/drafts/draft.ts'
import type { Releases } from '#app/cms/publishing/releases/release-store.server.ts'
import type { SiteFiles } from '#app/cms/content/site-files.server.ts'
import { allSectionsOfHistory } from '#app/cms/content/history/removed-sections.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Inbox } from '#app/cms/inbox/open-inbox.server.ts'
import { addressOf } from '#app/cms/media/media-address.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { openBackupDownloads, type BackupDownloads } from '#app/cms/operations/backup/backup-downloads.server.ts'
import { openBackupSchedule, type BackupSchedule } from '#app/cms/operations/backup/backup-schedule.server.ts'
import { HistoryFiles } from '#app/cms/operations/housekeeping/history-files.server.ts'
import { openHousekeeping, type Housekeeping } from '#app/cms/operations/housekeeping/housekeeping.server.ts'
import {
  openUnusedFiles,
  type UnpublishedContent,
  type UnusedFiles,
} from '#app/cms/operations/housekeeping/unused-files.server.ts'
import { openSiteCheck, type SiteCheck } from '#app/cms/operations/verify/verify-site.server.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { SiteBase } from './open-base.server.ts'

/** Opens the check of all files, and the backups: those that a person downloads, and those of a schedule. */
export function openBackups({ definition, env, storage, health, clock, opened }: SiteBase): {
  check: SiteCheck
  downloads: BackupDownloads
  backups: BackupSchedule
} {
  const check = openSiteCheck({ storage, definition, log })
  opened.defer(() => check.close())
  const downloads = openBackupDownloads({ folders: env })
  opened.defer(() => downloads.close())
  const backups = openBackupSchedule({
    settings: env.backup,
    folders: env,
    health,
    log,
    now: clock?.clocks.now,
  })
  opened.defer(() => backups.close())
  return { check, downloads, backups }
}

/** Opens the search for files that nothing uses, and the housekeeping, which removes what is no longer needed. */
export async function openTidying(
  { storage, audit, health, folders, clock, opened }: SiteBase,
  {
    content,
    media,
    files,
    drafts,
    releases,
    inbox,
    sections,
  }: {
    content: ContentStore
    media: Media
    files: SiteFiles
    drafts: Drafts
    releases: Releases
    inbox: Inbox
    sections: SiteSections
  },
): Promise<{ unusedFiles: UnusedFiles; housekeeping: Housekeeping }> {
  const historyFiles = new HistoryFiles(content, () => allSectionsOfHistory(storage, sections))
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
    removeTemporaryFiles: () => folders.tidy(),
    clocks: clock?.clocks,
    onRemoval: ({ kind, name }) => {
      audit.record({ kind: 'housekeeping.removed', about: name, detail: { what: kind }, actor: undefined })
    },
  })
  opened.defer(() => housekeeping.close())
  return { unusedFiles, housekeeping }
}

function contentOfDrafts(drafts: Drafts): UnpublishedContent[] {
  return drafts.list().map(({ section, release, content }) => ({
    label: `Draft of ${section.label}`,
    href: `${adminAddress(section)}${release === undefined ? '' : `?release=${release}`}`,
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
