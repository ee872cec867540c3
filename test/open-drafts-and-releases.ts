import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import { openApprovals, type Approvals } from '#app/cms/publishing/approval/approvals.server.ts'
import type { Drafts } from '#app/cms/publishing/drafts/draft.ts'
import { openDrafts } from '#app/cms/publishing/drafts/open-drafts.server.ts'
import { releasesWithRecord } from '#app/cms/publishing/releases/release-records.server.ts'
import { openReleases, type Releases } from '#app/cms/publishing/releases/release-store.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { silentHealth, silentLog } from './temporary-content.ts'

interface Options {
  storage: Storage
  sections: SiteSections
  content: ContentStore
  /** The sections and collections that can need approval. */
  items: Parameters<typeof openApprovals>[0]['items']
}

/** What the content was opened with before there were approvals. */
export interface OpenedLater {
  approvals?: Approvals
}

interface Opened {
  approvals: Approvals
  drafts: Drafts
  releases: Releases
}

/** Opens the approvals, drafts and releases of a site that has no files. Fills `later` before anything is published. */
export async function openDraftsAndReleases(
  { storage, sections, content, items }: Options,
  later: OpenedLater,
): Promise<Opened> {
  const common = { storage, sections, log: silentLog, health: silentHealth, audit: { record: () => undefined } }
  const known: { drafts?: Drafts } = {}
  const approvals = await openApprovals({
    ...common,
    items,
    draftOf: (section: SectionDefinition, release) => known.drafts?.effective(section, release),
    isApprover: () => true,
  })
  later.approvals = approvals
  const drafts = await openDrafts({ ...common, content, releases: await releasesWithRecord(storage) })
  known.drafts = drafts
  drafts.subscribe((id) => void approvals.followDrafts(id))
  const releases = await openReleases({
    ...common,
    content,
    drafts,
    notApproved: (some, assumed) => approvals.missing(some, assumed),
    files: {
      stagedOf: () => [],
      check: () => Promise.resolve(),
      show: () => undefined,
      publish: () => Promise.resolve(),
      hide: () => () => undefined,
      unpublish: () => Promise.resolve(),
    },
    moveOf: (file) => ({ from: file, to: file }),
    missingFiles: () => [],
  })
  return { approvals, drafts, releases }
}
