import { flashExpectedErrors } from '#app/cms/editing/server/section-history.server.ts'
import { adminAction, adminLoader } from '#app/cms/guard.server.ts'
import { hasRole } from '#app/cms/people/roles.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import { unknownIntent } from '#app/cms/platform/http/http-error.ts'
import { readSmallForm, textOf } from '#app/cms/platform/http/read-form.server.ts'
import { ONLY_PUBLISHERS_DISCARD, type Release } from '#app/cms/publishing/releases/release-format.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { changeSeveral } from '#app/cms/storage/change-several.ts'
import { toRow, type Asked } from './release-form.server.ts'
import { releasesIntents } from './release-intents.ts'
import { PAGE } from './releases.server.ts'

/** The most releases that are deleted at one time. */
const MAX_CHOSEN = 50

/** The chosen releases (`?id=`) that can be deleted still: those that were undone or never published. */
export const deleteReleasesLoader = adminLoader('editor', ({ request, user }) => {
  const ids = new Set(new URL(request.url).searchParams.getAll('id').slice(0, MAX_CHOSEN))
  const chosen = currentSite()
    .releases.list()
    .filter((release) => ids.has(release.id) && isDeletable(release))
  const drafts = currentSite()
    .drafts.list()
    .filter(({ release }) => chosen.some(({ id }) => id === release))
  return {
    releases: chosen.map(toRow).map(({ id, name, content }) => ({ id, name, content })),
    drafts: drafts.length,
    mayDiscard: hasRole(user.role, 'publisher'),
  }
})

/** Deletes the posted releases (`intent=delete`, each `id`, and `drafts` as for one release) in one commit. */
export const deleteReleasesAction = adminAction('editor', deleteReleases, { intents: releasesIntents })

async function deleteReleases({ request, user }: Pick<Asked, 'request' | 'user'>) {
  const { fields, form } = await readSmallForm(request)
  if (fields['intent'] !== releasesIntents.delete) throw unknownIntent()
  const fate = fields['drafts'] === 'discard' ? 'discard' : 'detach'
  if (fate === 'discard' && !hasRole(user.role, 'publisher'))
    throw new Response(ONLY_PUBLISHERS_DISCARD, { status: 403 })
  const ids = [...new Set(form.getAll('id').map(textOf))]
  return flashExpectedErrors(PAGE, async () => {
    if (ids.length === 0) throw new ExpectedError(422, 'Select at least one release. Nothing was deleted.')
    if (ids.length > MAX_CHOSEN)
      throw new ExpectedError(422, `Select at most ${MAX_CHOSEN} releases at a time. Nothing was deleted.`)
    const { flash, releases } = currentSite()
    await changeSeveral({ count: ids.length, noun: 'release' }, () => releases.removeTogether(ids, fate, user))
    return flash.flashRedirect(PAGE, { kind: 'success', message: `${countOf(ids.length, 'release')} deleted` })
  })
}

function isDeletable({ state }: Release) {
  return state !== 'published' && state !== 'scheduled'
}
