import { askedWith } from '#app/cms/platform/http/confirmation.server.ts'
import { data } from '@remix-run/node'
import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { isOpen } from '#app/cms/publishing/releases/release-format.ts'
import { confirmClock, shownClockJump } from './clock-jump.server.ts'
import { blockedReleases, releaseHref } from './release-state.server.ts'
import { releasesIntents } from './release-intents.ts'
import { currentSite } from '#app/cms/site.server.ts'
import {
  addDrafts,
  freeDrafts,
  toRow,
  type Asked,
  requirePublisher,
  readValues,
  refuse,
} from './release-form.server.ts'

export const PAGE = '/admin/releases'

/** The most past releases in the list. */
const SHOWN_PAST = 100

export type ReleaseRow = ReturnType<typeof toRow> & { isBlocked?: boolean | undefined; isHeld?: boolean | undefined }

/** All releases: those that are still to be published, then the past ones. */
export const releasesLoader = adminLoader('editor', async ({ user }) => {
  const blocked = await blockedReleases()
  const held = new Set(currentSite().releases.clock.held())
  const all = currentSite().releases.list()
  const past = all.filter((release) => !isOpen(release))
  return {
    clockJump: shownClockJump(user),
    addable: freeDrafts(),
    open: all
      .filter(isOpen)
      .map((release) => ({ ...toRow(release), isBlocked: blocked.has(release.id), isHeld: held.has(release) })),
    past: past.slice(0, SHOWN_PAST).map((release) => ({ ...toRow(release), isBlocked: false })),
    hidden: Math.max(0, past.length - SHOWN_PAST),
  }
})

/**
 * Creates a release (`intent=create`, with `name`, `time` and each `section` whose draft it takes) and redirects to it. If that is refused, responds with
 * the reasons, what was typed, and 422 or the status of the error. A publisher can also confirm the date of the server
 * (`intent=confirm-clock`).
 */
export const releasesAction = adminAction('editor', changeReleases, { intents: releasesIntents })

async function changeReleases({ request, user: sender }: Asked) {
  const { fields, form } = await readSmallForm(request)
  const user = askedWith(sender, request, form)
  if (fields['intent'] === releasesIntents.confirmClock) {
    requirePublisher(user)
    return flashExpectedErrors(PAGE, () => confirmClock(user))
  }
  if (fields['intent'] !== releasesIntents.create) throw unknownIntent()
  const { values: texts, time, errors } = readValues(fields)
  const sections = form.getAll('section').map(textOf)
  const values = { ...texts, sections }
  if (errors) return data({ values, errors }, { status: 422 })
  try {
    const release = await currentSite().releases.create({ name: values.name, time }, user)
    currentSite().auth.recoveredForms.removeForm(request)
    return await flashExpectedErrors(releaseHref(release), async () => {
      if (sections.length > 0) await addDrafts(release.id, sections, user)
      const steps = sections.length > 0 ? 'Schedule or publish it' : 'Add drafts to it, then schedule or publish it'
      const next = time === undefined ? steps : `Its time is only proposed. ${steps}`
      return currentSite().flash.flashRedirect(releaseHref(release), {
        kind: 'success',
        message: `Release created. ${next}.`,
      })
    })
  } catch (error) {
    return refuse(error, values)
  }
}
