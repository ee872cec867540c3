import type { z } from 'zod'
import { editorAddress, formVersion, requireRelease } from '#app/cms/editing/server/draft-place.server.ts'
import { conflictPlaces, viewOfDraft } from '#app/cms/admin/editor/draft/draft-view.server.ts'
import { publishedContent } from '#app/cms/editing/server/content-change.server.ts'
import { editPlace, type EditPlace } from '#app/cms/editing/server/edit-place.server.ts'
import { viewOfBrokenFile } from '#app/cms/admin/editor/section/broken-file.server.ts'
import type { BrokenFileView } from '#app/cms/admin/editor/section/broken-file.tsx'
import { noteOfApproval } from '#app/cms/admin/approval/approval.server.ts'
import { releasesOfSection } from '#app/cms/admin/releases/release-state.server.ts'
import type { User } from '#app/cms/people/guard/user.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { currentSite } from '#app/cms/site.server.ts'

type Section = SectionDefinition<z.ZodObject>

interface Asked {
  request: Request
  user: User
}

/**
 * The content of a section with entry screens, as they show it: its draft, merged with the published content, or only
 * the published content (`?draft=no`, or if there is no draft). With `?draft=yes` the first edit starts a draft. If the
 * file of the section was never valid, the list is empty. Throws 404 if there is no such release.
 */
export function listToEdit(section: Section, { request, user }: Asked) {
  const published = publishedContent(section)
  const query = new URL(request.url).searchParams
  const release = requireRelease(query.get('release'))
  const place = { section, release }
  const needsApproval = currentSite().approvals.isNeeded(section)
  const mayPublish = hasRole(user.role, 'publisher') && release === undefined && !needsApproval
  const effective = currentSite().drafts.effective(section, release)
  const isHidden = effective !== undefined && query.get('draft') === 'no'
  const shown = isHidden ? undefined : effective
  const startsDraft = !mayPublish || query.get('draft') === 'yes'
  const version = formVersion(published.version, shown?.draft)
  return {
    value: shown ? section.schema.parse(shown.value) : published.value,
    // The dot marks a form whose edits go to a draft: they are never published directly, even if the draft no longer
    // exists.
    version: startsDraft && !shown ? `${version}.` : version,
    broken: brokenFileOf(section),
    place: {
      href: editorAddress(place),
      scheduled: releasesOfSection(section),
      search: searchOf(release, query.get('draft')),
      /** True if every edit goes to the draft. */
      isDraft: startsDraft || shown !== undefined,
      mayPublish,
      release:
        release === undefined ? undefined : { id: release, name: currentSite().releases.find(release)?.name ?? '' },
      draft: effective && viewOfDraft(section, effective),
      needsApproval,
      approval: noteOfApproval(place),
      isHidden,
      isConfirming: query.get('confirm') === 'discard',
      conflicts: effective ? conflictPlaces(section, effective) : [],
    },
  }
}

/** What the screen of a list shows about drafts. */
export type ListPlace = ReturnType<typeof listToEdit>['place']

/** Where the edits of a list are made. After a published edit, the list shows the published content as before. */
export function listEditPlace(section: Section, asked: Asked): EditPlace {
  const place = editPlace(section, asked)
  return { ...place, page: place.page + searchOf(undefined, new URL(asked.request.url).searchParams.get('draft')) }
}

/** What the list shows about the file of its section if it cannot be used. */
function brokenFileOf(section: Section): BrokenFileView | undefined {
  const broken = viewOfBrokenFile(section)
  return broken && !currentSite().content.find(section) ? { ...broken, startsFrom: 'empty-list' } : broken
}

/** The query string of the pages of a list. */
function searchOf(release: string | undefined, draft: string | null) {
  const query = new URLSearchParams()
  if (release !== undefined) query.set('release', release)
  if (draft === 'no' || draft === 'yes') query.set('draft', draft)
  return query.size === 0 ? '' : `?${query.toString()}`
}
