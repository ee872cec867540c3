import { actorOf, authorId } from '#app/cms/platform/author.server.ts'
import { openApprovals, type Approvals } from '#app/cms/publishing/approval/approvals.server.ts'
import type { Drafts } from '#app/cms/publishing/drafts/draft.ts'
import { openDrafts } from '#app/cms/publishing/drafts/open-drafts.server.ts'
import { askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import { addNewSections } from '#app/cms/content/new-sections.server.ts'
import { releasesWithRecord } from '#app/cms/publishing/releases/release-records.server.ts'
import type { Releases } from '#app/cms/publishing/releases/release-store.server.ts'
import { derivedRedirects } from '#app/cms/content/redirects/derived-redirects.server.ts'
import type { SiteFiles } from '#app/cms/content/site-files.server.ts'
import { stateByFolder, stateByHistory } from '#app/cms/content/history/removal-record.server.ts'
import { findEntries } from '#app/cms/content/store/find-entries.server.ts'
import { ParsedContents } from '#app/cms/content/section-file/parsed-contents.server.ts'
import { openContentStore } from '#app/cms/content/store/store.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Auth } from '#app/cms/people/auth.server.ts'
import type { Presence } from '#app/cms/people/presence/editor-presence.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { openSiteSections, type SiteSections } from '#app/cms/define/site-sections.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { PROGRAM_VERSION } from '#app/cms/platform/program-version.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import type { SiteBase } from './open-base.server.ts'

/** The services that are opened after the content, and that an edit of the content needs. */
export interface OpenedLater {
  content?: ContentStore
  drafts?: Drafts
  /** Not set yet while files of an older format are rewritten. When opened, it publishes the staged files of content. */
  files?: SiteFiles
  /** Not set yet while the releases are published that were due before the start: no person is there to be asked. */
  releases?: Releases
}

/** Opens the content with its approvals, and completes what an earlier process had begun to publish. */
export async function openContent(
  { definition, isReader, storage, audit, health, clock, publications, opened }: SiteBase,
  { auth, presence, ofWriter }: { auth: Auth; presence: Presence; ofWriter: Storage | undefined },
  later: OpenedLater,
): Promise<{
  content: ContentStore
  sections: SiteSections
  approvals: Approvals
  /** Undefined for the development server, whose code changes while it runs. */
  parsed: ParsedContents | undefined
}> {
  const sections = openSiteSections(
    definition,
    () => later.content,
    ({ id }) => later.drafts?.list().find(({ section }) => section.id === id)?.content,
  )
  const approvals = await openApprovals({
    storage,
    sections,
    items: definition.items,
    draftOf: (section, release) => later.drafts?.effective(section, release),
    isApprover: (id) => {
      const person = auth.people.findPerson(id)
      return person?.state === 'active' && hasRole(person.role, 'publisher')
    },
    audit,
    health,
    log,
  })
  opened.defer(() => approvals.close())
  if (!isReader) await addNewSections({ sections: definition.sections, storage, log })
  const findState = ofWriter ? stateByHistory(ofWriter) : stateByFolder(storage)
  const parsed =
    PROGRAM_VERSION === undefined ? undefined : await ParsedContents.read({ storage, log, program: PROGRAM_VERSION })
  const content = openContentStore({
    storage,
    parsed,
    sections: definition.sections,
    collections: definition.collections,
    findSection: definition.findSection,
    entries: await findEntries(storage, definition, publications, findState),
    findState,
    log,
    health,
    onEdit: ({ kind, section, author, approvedBy, reason, historyEntry }) => {
      presence.notePublished({ section, author: authorId(author), historyEntry })
      audit.record({
        kind: `content.${kind}`,
        about: section,
        detail: { what: reason, entry: historyEntry, approvedBy },
        actor: actorOf(author),
      })
    },
    policy: {
      approve(change) {
        const { section, next, approval, author } = change
        const approvedBy = approvals.approverOf(change)
        if (later.releases) askFirst(author, later.releases, { content: new Map([[section.id, next]]) }, approval)
        return approvedBy
      },
      stagedFilesOf: async (value) => later.files?.stagedFilesOf(value),
    },
    derived: isReader ? [] : [derivedRedirects(definition) ?? [], definition.derives ?? []].flat(),
    clocks: clock?.clocks,
    publications,
  })
  later.content = content
  opened.defer(() => content.close())
  // This comes before files and drafts are read, because it moves some of them.
  await content.recoverPublications()
  return { content, sections, approvals, parsed }
}

/** Opens the drafts. A change of one ends the approvals of what it replaces, and is shown to those who edit it. */
export async function openDraftsOf(
  { storage, audit, health, publications, opened }: SiteBase,
  {
    content,
    sections,
    approvals,
    presence,
  }: { content: ContentStore; sections: SiteSections; approvals: Approvals; presence: Presence },
): Promise<Drafts> {
  const pendingFiles = publications.flatMap(({ dataFiles }) => dataFiles)
  const releases = await releasesWithRecord(storage)
  const drafts = await openDrafts({ storage, content, sections, audit, pendingFiles, releases, log, health })
  opened.defer(() => drafts.close())
  drafts.subscribe((id) => {
    presence.noteDrafts(
      id,
      drafts.list().filter(({ section }) => section.id === id),
    )
  })
  drafts.subscribe((id) => void approvals.followDrafts(id))
  return drafts
}
