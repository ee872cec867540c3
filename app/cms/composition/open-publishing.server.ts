import type { Approvals } from '#app/cms/publishing/approval/approvals.server.ts'
import type { Drafts } from '#app/cms/publishing/drafts/draft.ts'
import { openReleaseMails } from '#app/cms/publishing/releases/release-mails.server.ts'
import { openReleaseWatch, type ReleaseWatch } from '#app/cms/publishing/releases/release-watch.server.ts'
import { openReleases, type Releases } from '#app/cms/publishing/releases/release-store.server.ts'
import type { SiteFiles } from '#app/cms/content/site-files.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { stagedMove } from '#app/cms/media/uploads/staged-files.server.ts'
import type { Auth } from '#app/cms/people/auth.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { SiteBase } from './open-base.server.ts'

/**
 * Opens the releases, and the watch that looks whether the scheduled ones can be published. On a disk, the releases that
 * were due while the site was not running are published before anything is served.
 */
export async function openPublishing(
  { env, storage, audit, health, clock, publications, opened }: SiteBase,
  {
    auth,
    approvals,
    content,
    media,
    files,
    drafts,
    sections,
  }: {
    auth: Auth
    approvals: Approvals
    content: ContentStore
    media: Media
    files: SiteFiles
    drafts: Drafts
    sections: SiteSections
  },
): Promise<{ releases: Releases; releaseWatch: ReleaseWatch }> {
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
    interrupted: publications,
    isHeld: () => clock?.jump() !== undefined,
    log,
    health,
  })
  opened.defer(() => releases.close())
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
  return { releases, releaseWatch }
}
