import { redirect } from '@remix-run/node'
import { allEntries, describeEdit } from '#app/cms/editing/server/section-history.server.ts'
import { withoutLabel, withValues } from '#app/cms/admin/history/edit-words.ts'
import { adminLoader } from '#app/cms/guard.server.ts'
import { formatShortMoment, parseTimeField } from '#app/cms/publishing/releases/release-time.ts'
import { formatTime } from '#app/cms/platform/format/time.ts'
import { isOpen } from '#app/cms/publishing/releases/release-format.ts'
import { timeField } from '#app/cms/platform/site-time.ts'
import { currentSite } from '#app/cms/site.server.ts'

export const SITE_VIEW = '/admin/site-view'
const RECENT_EDITS = 10
/** Letters of a time without its seconds: `2026-08-06T10:00`. */
const MINUTES = 16
/** In milliseconds. The address of a view names a whole second. */
export const SECOND = 1000

/**
 * Redirects to the site as it was at a time (`?at=`, in the time zone of the site). Without a valid time in the past, offers a form, recent
 * edits and open releases.
 */
export const siteViewLoader = adminLoader('editor', async ({ request }) => {
  const at = new URL(request.url).searchParams.get('at')
  const time = at === null ? undefined : parseTimeField(at.slice(0, 40))
  const isFuture = time !== undefined && Date.parse(time) > Date.now()
  if (time !== undefined && !isFuture) throw redirect(hrefAt(Date.parse(time)))
  const edits = await allEntries(currentSite().sections.all())
  return {
    at: at === null ? timeField(new Date().toISOString()).slice(0, MINUTES) : at.slice(0, 40),
    error: errorOf(at, isFuture),
    edits: edits.slice(0, RECENT_EDITS).map(({ section, entry }) => {
      const { what, values, author } = describeEdit(entry)
      return {
        id: entry.id,
        label: section.label,
        what: withValues(withoutLabel(what, section.label), values),
        time: formatTime(entry.time),
        by: author,
        before: hrefAt(Date.parse(entry.time) - SECOND),
      }
    }),
    releases: currentSite()
      .releases.list()
      .filter(isOpen)
      .map(({ id, name, time, state }) => ({
        id,
        name,
        time: time && `${state === 'open' ? 'Proposed for ' : ''}${formatShortMoment(time)}`,
        href: `${SITE_VIEW}/release-${id}`,
      })),
  }
})

function errorOf(at: string | null, isFuture: boolean) {
  if (at === null) return undefined
  return isFuture
    ? 'Choose a time in the past. For the changes of a release, use the list below.'
    : 'Enter a day and a time, such as 2026-08-06 10:00.'
}

/** Address of the view at a time (ms since 1970): it ends with `20260806T043000Z`. */
function hrefAt(time: number) {
  return `${SITE_VIEW}/${new Date(time)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(/[-:]/g, '')}`
}
