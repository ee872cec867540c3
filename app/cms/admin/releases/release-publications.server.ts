import { formatReleaseTime } from '#app/cms/publishing/releases/release-time.ts'
import type { Release, ReleasePublication } from '#app/cms/publishing/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'

export type PublicationRow = ReturnType<typeof toPublicationRow>

/** What a release has published, the newest publication first, with those that were undone. */
export function publicationsOf({ published, earlier }: Release) {
  const all = [...earlier, ...(published ? [{ published, undone: undefined }] : [])]
  return all.toReversed().map(toPublicationRow)
}

function toPublicationRow({ published, undone }: { published: ReleasePublication; undone: ByWhom | undefined }) {
  return {
    published: inWords(published),
    isMissed: published.isMissed,
    undone: undone && inWords(undone),
    sections: published.sections.flatMap(({ section, historyEntry }) => {
      const known = currentSite().sections.resolve(section)
      return known
        ? { label: known.label, href: historyEntry ? `/admin/history/${section}/${historyEntry}` : undefined }
        : []
    }),
    files: published.files,
  }
}

type ByWhom = Pick<ReleasePublication, 'by' | 'time'>

function inWords({ by, time }: ByWhom) {
  return `${currentSite().auth.accounts.nameOf(by)}, ${formatReleaseTime(time)}`
}
