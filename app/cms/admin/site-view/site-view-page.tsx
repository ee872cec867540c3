import { redirect } from '@remix-run/node'
import { previewSite, withRedirects, type ShownContent } from '#app/cms/admin/preview/preview-site.server.ts'
import { PreviewHead } from '#app/cms/admin/preview/preview-notice.tsx'
import type { HistoryEntry } from '#app/cms/content/history/history-entry.ts'
import { sectionsWithHistory } from '#app/cms/content/history/removed-sections.server.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { canonicalPath } from '#app/cms/platform/http/parse-url.ts'
import { formatReleaseTime } from '#app/cms/publishing/releases/release-time.ts'
import { describeObstacles } from '#app/cms/publishing/releases/obstacles.ts'
import { isOpen } from '#app/cms/publishing/releases/release-format.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { currentSite, withSite } from '#app/cms/site.server.ts'
import { SECOND, SITE_VIEW } from './site-view.server.ts'

/**
 * A public page as it was at a time (`20260806T043000Z`), or as an open release will make it (`release-…`), rendered as
 * for visitors, without scripts. Its links lead to the same view of other pages. Nothing is saved or cached.
 */
export const loader = adminLoader('editor', async ({ request, params, context }) => {
  const site = currentSite()
  const { renderPage } = site
  if (!renderPage) throw new Error('The site cannot render pages yet')
  const { view: name = '' } = params
  const { shown, title, doubts = [] } = name.startsWith('release-') ? releaseView(name) : await pastView(name)
  const basename = `${SITE_VIEW}/${name}`
  const { pathname, search } = new URL(request.url)
  const canonical = canonicalPath(pathname)
  // The layout of the page would redirect there too, but to an address with the base name twice.
  if (canonical !== pathname) throw redirect(canonical + search)
  const page = pathname.slice(basename.length) || '/'
  const preview = { head: <PreviewHead />, notice: <SiteViewNotice title={title} doubts={doubts} page={page} /> }
  const address = new Request(new URL(pathname, request.url))
  const response = await withSite(previewSite(site, shown, basename), () =>
    renderPage(address, { ...context, preview }, { basename }),
  )
  response.headers.set('Cache-Control', 'no-store')
  response.headers.set('X-Robots-Tag', 'noindex, nofollow')
  return response
})

interface View {
  shown: ShownContent
  title: string
  doubts?: string[]
}

async function pastView(name: string): Promise<View> {
  const [, day, clock] = /^(\d{8})T(\d{6})Z$/.exec(name) ?? []
  const iso = `${day?.replace(/(....)(..)(..)/, '$1-$2-$3')}T${clock?.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`
  const moment = Date.parse(iso)
  if (Number.isNaN(moment) || moment > Date.now()) throw noView()
  // The end of the second: a release of 16:05:00 is public when that second is over.
  const { content, storage, sections } = currentSite()
  // Entries that were removed since are among them.
  const changed = await sectionsWithHistory(storage, sections)
  const { shown, doubts } = await contentAt(content, changed, moment + SECOND - 1)
  return { shown, title: `The site as it was on ${formatReleaseTime(iso)}.`, doubts: doubts.map(doubtText) }
}

function releaseView(name: string): View {
  const { releases, releaseWatch, drafts } = currentSite()
  const release = releases.find(name.slice('release-'.length))
  if (!release || !isOpen(release)) throw noView()
  const changes = releases.forecast.changes(release)
  const goTo = new Map(
    drafts
      .list()
      .filter((draft) => draft.release === release.id)
      .map(({ section, visitorsGoTo = '' }) => [section.id, visitorsGoTo]),
  )
  return {
    shown: withRedirects(currentSite(), new Map(changes.map(({ section, next }) => [section.id, next])), goTo),
    title: `The site with the release “${release.name}”.`,
    doubts: [
      ...changes.flatMap(({ section, conflict }) =>
        conflict ? [`Somebody published other changes in the same fields of ${section.label}.`] : [],
      ),
      ...releaseWatch.latest().flatMap(({ release: { id }, state, obstacles }) => {
        const isBlocked = id === release.id && state === 'blocked'
        return isBlocked ? [`It is scheduled, but cannot be published. ${describeObstacles(obstacles)}`] : []
      }),
    ],
  }
}

function doubtText({ section, reason, since = '' }: PastContent['doubts'][number]) {
  return reason === 'unreadable'
    ? `${section.label}: this version of the program cannot show the content of that time. The content is in the history.`
    : `${section.label}: the history begins on ${formatReleaseTime(since)}. The oldest content in the history is shown. Before that day, the content may have been different.`
}

function noView() {
  return new Response('There is no view of the site with this address.', { status: 404 })
}

/** The content of the sections that have changed since a moment. */
interface PastContent {
  shown: ShownContent
  /** Sections whose content at that moment is uncertain, with the reason, for staff. */
  doubts: { section: SectionDefinition; reason: 'too-early' | 'unreadable'; since?: string }[]
}

/**
 * The content of the sections at a moment (ms since 1970), from the history: the predecessor of the first edit after
 * it. A section without such an edit has not changed since. The history does not contain what was before its oldest
 * entry: then the predecessor of that entry is shown, and listed as a doubt.
 */
async function contentAt(
  content: Pick<ContentStore, 'history' | 'past'>,
  sections: readonly SectionDefinition[],
  moment: number,
): Promise<PastContent> {
  const found = await Promise.all(
    sections.map(async (section) => {
      const entries = await content.history(section)
      const next = firstAfter(entries, moment)
      if (!next) return undefined
      const { value, issues } = await content.past(section, next.id)
      const isReadable = issues.length === 0
      // The history of an entry begins when it was made.
      const isOldest = next === entries.at(-1) && (value !== undefined || !isReadable)
      return { section, value: isReadable ? value : undefined, isReadable, since: isOldest ? next.time : undefined }
    }),
  )
  const replaced = found.filter((part) => part !== undefined)
  return {
    shown: new Map(replaced.map(({ section, value }) => [section.id, value])),
    doubts: replaced.flatMap(({ section, isReadable, since }): PastContent['doubts'] => {
      if (!isReadable) return [{ section, reason: 'unreadable' }]
      return since === undefined ? [] : [{ section, reason: 'too-early', since }]
    }),
  }
}

/** The oldest entry after the moment. The entries are sorted, the newest first. */
function firstAfter(entries: readonly HistoryEntry[], moment: number): HistoryEntry | undefined {
  return entries.findLast(({ time }) => Date.parse(time) > moment)
}

interface SiteViewNoticeProps {
  title: string
  /** What is uncertain, one sentence each. */
  doubts: readonly string[]
  /** Address of the page on the public site. */
  page: string
}

/** Shown at the lower edge of each page of a view of the site: what the view shows, and links to leave it. */
function SiteViewNotice({ title, doubts, page }: SiteViewNoticeProps) {
  return (
    <aside className="preview-notice" aria-label="View of the site">
      <p>
        <b>{title}</b> Only staff see this. Forms are not sent, and files that were deleted are missing.
      </p>
      {doubts.length === 1 && <p>{doubts[0]}</p>}
      {doubts.length > 1 && (
        <details>
          <summary>{countOf(doubts.length, 'thing')} to know about this view</summary>
          <ul>
            {doubts.map((doubt) => (
              <li key={doubt}>{doubt}</li>
            ))}
          </ul>
        </details>
      )}
      <p>
        <a href="/admin/site-view">Choose another time</a> · <a href={page}>This page as it is now</a>
      </p>
    </aside>
  )
}
