import { adminAddress } from '#app/cms/define/admin-address.ts'
import type { Draft } from '#app/cms/publishing/drafts/draft.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { refusalToChangeRelease } from '#app/cms/publishing/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** Names a draft: its section, and its release if it belongs to one. */
export interface DraftRef {
  section: SectionDefinition
  release: string | undefined
}

export function editorAddress({ section, release }: DraftRef): string {
  return `${adminAddress(section)}${release === undefined ? '' : `?release=${release}`}`
}

/** The drafts of a section: the one outside any release, then those of releases, in the order of these. */
export function draftsOfSection({ id }: Pick<SectionDefinition, 'id'>): Draft[] {
  const { drafts, releases } = currentSite()
  const positions = new Map(releases.list().map((release, at) => [release.id, at]))
  const positionOf = ({ release }: Draft) => (release === undefined ? -1 : (positions.get(release) ?? Infinity))
  return drafts
    .list()
    .filter(({ section }) => section.id === id)
    .toSorted((one, other) => positionOf(one) - positionOf(other))
}

/** The address of the screen that shows what a draft changes. */
export function changesAddress({ section, release }: DraftRef): string {
  return release === undefined ? `/admin/drafts/${section.id}` : `/admin/releases/${release}/changes/${section.id}`
}

/** The address of the screen that shows everything that a release changes. */
export function allChangesAddress({ id }: { id: string }): string {
  return `/admin/releases/${id}/changes`
}

/** The release id of an address; undefined if the address has none. Throws 404 if there is no such release. */
export function requireRelease(id: string | null): string | undefined {
  if (id === null) return undefined
  if (!currentSite().releases.find(id)) throw new Response('There is no such release.', { status: 404 })
  return id
}

/** Why a person may not change the drafts of a release; undefined if they may. */
export function refusalToChangeDrafts(releaseId: string | undefined, { mayPublish }: { mayPublish: boolean }) {
  const release = releaseId === undefined ? undefined : currentSite().releases.find(releaseId)
  return release && refusalToChangeRelease(release, { mayPublish })
}

/**
 * The parsed field `version` of a section's form: the published version that the form was made from, and the revision
 * of the draft that it shows.
 */
interface FormVersion {
  published: string
  revision: string | undefined
}

/** The field `version` of a form that shows a draft, or the published content if there is no draft. */
export function formVersion(published: string, draft: Draft | undefined): string {
  return draft ? `${published}.${draft.revision}` : published
}

export function readFormVersion(text: string): FormVersion {
  const [published = '', revision] = text.split('.', 2)
  return { published, revision: revision || undefined }
}
