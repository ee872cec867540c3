import { redirect } from '@remix-run/node'
import { previewSite, type ShownContent } from '#app/admin/preview/preview-site.server.ts'
import { PreviewHead } from '#app/admin/preview/preview-notice.tsx'
import { allEntries } from '#app/admin/history/section-history.server.ts'
import { adminLoader } from '#app/guard.server.ts'
import { formatReleaseTime, indianTimeField, parseIndianTime } from '#app/releases/release-time.ts'
import { isOpen } from '#app/releases/releases.server.ts'
import { sections } from '#app/sections/definitions.ts'
import { currentSite, withSite } from '#app/site.server.ts'
import { contentAt, type PastContent } from './past-content.server.ts'
import { SiteViewNotice } from './site-view-notice.tsx'

const PAGE = '/admin/site-view'
const RECENT_EDITS = 10
const SECOND = 1000

/** Asks for a moment (`at`, a time in India), and leads to the site as it was then. Offers recent edits and open releases. */
export const siteViewLoader = adminLoader('editor', async ({ request }) => {
  const at = new URL(request.url).searchParams.get('at')
  const time = at === null ? undefined : parseIndianTime(at.slice(0, 40))
  const isFuture = time !== undefined && Date.parse(time) > Date.now()
  if (time !== undefined && !isFuture) throw redirect(hrefAt(Date.parse(time)))
  const edits = await allEntries(sections)
  return {
    at: at === null ? indianTimeField(new Date().toISOString()) : at.slice(0, 40),
    error: errorOf(at, isFuture),
    edits: edits.slice(0, RECENT_EDITS).map(({ section, entry }) => ({
      id: entry.id,
      label: section.label,
      reason: entry.reason,
      time: formatReleaseTime(entry.time),
      by: currentSite().auth.accounts.nameOf(entry.author),
      before: hrefAt(Date.parse(entry.time) - SECOND),
    })),
    releases: currentSite()
      .releases.list()
      .filter(isOpen)
      .map(({ id, name, time }) => ({
        id,
        name,
        time: time && formatReleaseTime(time),
        href: `${PAGE}/release-${id}`,
      })),
  }
})

function errorOf(at: string | null, isFuture: boolean) {
  if (at === null) return undefined
  return isFuture
    ? 'This time is not over yet. What a release will change is listed below.'
    : 'Enter a day and a time, such as 2026-08-06 10:00.'
}

/**
 * A public page as it was at a moment (`20260806T043000Z`), or as an open release will make it (`release-…`), rendered as
 * visitors get it, without scripts. Its links lead to the same view of other pages. Nothing is saved or cached.
 */
export const siteViewPageLoader = adminLoader('editor', async ({ request, params, context }) => {
  const site = currentSite()
  const { renderPage } = site
  if (!renderPage) throw new Error('The site cannot render pages yet')
  const { view: name = '' } = params
  const { shown, title, doubts = [] } = name.startsWith('release-') ? releaseView(name) : await pastView(name)
  const basename = `${PAGE}/${name}`
  const { pathname } = new URL(request.url)
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
  // The whole second: a release of 16:05:00 is public when that second is over.
  const { shown, doubts } = await contentAt(currentSite().content, sections, moment + SECOND - 1)
  return { shown, title: `The site as it was on ${formatReleaseTime(iso)}.`, doubts: doubts.map(doubtText) }
}

function releaseView(name: string): View {
  const { releases } = currentSite()
  const release = releases.find(name.slice('release-'.length))
  if (!release || !isOpen(release)) throw noView()
  const changes = releases.changes(release)
  return {
    shown: new Map(changes.map(({ section, next }) => [section.id, next])),
    title: `The site as “${release.name}” will make it.`,
    doubts: changes.flatMap(({ section, conflict }) =>
      conflict ? [`${section.label} was published meanwhile with other changes in the same places.`] : [],
    ),
  }
}

function doubtText({ section, reason, since = '' }: PastContent['doubts'][number]) {
  return reason === 'unreadable'
    ? `${section.label}: what it said cannot be shown by this release of the program. It is in the history.`
    : `${section.label}: the history begins on ${formatReleaseTime(since)}. What was then replaced is shown; before, it may have said something else.`
}

function noView() {
  return new Response('There is no view of the site with this address.', { status: 404 })
}

/** `20260806T043000Z`. */
function hrefAt(time: number) {
  return `${PAGE}/${new Date(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')}`
}
