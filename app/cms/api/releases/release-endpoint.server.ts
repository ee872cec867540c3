import type { Author } from '#app/cms/platform/author.server.ts'
import { z } from 'zod'
import { cleanLine } from '#app/cms/define/clean-text.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { invalidFields, invalidInput } from '#app/cms/platform/http/invalid-input.ts'
import { noSuchAddress, type Endpoint, type Write } from '#app/cms/api/content/endpoint.server.ts'
import { readJson } from '#app/cms/platform/http/read-json.server.ts'
import { askBeforeAdding, askBeforeRemoval, askFirst } from '#app/cms/publishing/releases/ask-first.server.ts'
import {
  isOpen,
  MAX_NAME_LENGTH,
  ONLY_PUBLISHERS_DISCARD,
  type Release,
} from '#app/cms/publishing/releases/release-format.ts'
import { toSeconds } from '#app/cms/publishing/releases/release-time.ts'
import type { Releases } from '#app/cms/publishing/releases/release-store.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { requireChangeable, requireRelease, type DraftAddress } from './draft-endpoint.server.ts'
import { toRelease, toReleaseInList } from './representation.server.ts'

/** The most past releases in a list. */
const SHOWN_PAST = 100

export const releaseBody = z
  .strictObject({
    name: z.string().overwrite(cleanLine).min(1, 'Give the release a name').max(MAX_NAME_LENGTH),
    time: z.iso
      .datetime({ offset: true, error: 'Send day, time and offset, as in 2027-01-15T09:30:00+05:30' })
      .nullish()
      .meta({ description: 'Time of publication. Leave it out or send null for no time' }),
  })
  .meta({ id: 'ReleaseBody' })

/**
 * `/api/releases`: GET lists the releases that are still to be published and the newest past ones. POST creates a
 * release.
 */
export const releasesEndpoint: Endpoint = {
  GET: () => {
    const all = currentSite().releases.list()
    const past = all.filter((release) => !isOpen(release)).slice(0, SHOWN_PAST)
    return Response.json([...all.filter(isOpen), ...past].map(toReleaseInList))
  },
  async POST({ request, author }) {
    const release = await currentSite().releases.create(await readValues(request), author)
    return releaseResponse(release, { status: 201, headers: { location: `/api/releases/${release.id}` } })
  },
}

/** `/api/releases/{id}`. */
export function releaseEndpoint(id: string): Endpoint {
  return {
    GET: () => releaseResponse(requireRelease(id)),
    async PUT(write) {
      requireChangeable({ release: id }, write)
      const values = await readValues(write.request)
      const release = requireRelease(id)
      if (release.state === 'scheduled')
        askFirst(write.author, currentSite().releases, { scheduled: { ...release, ...values } })
      return releaseResponse(await currentSite().releases.change(id, values, write.author))
    },
    async DELETE({ request, author, mayPublish }) {
      requireRelease(id)
      const fate = readFate(request)
      if (fate === 'discard' && !mayPublish)
        throw new ExpectedError(403, ONLY_PUBLISHERS_DISCARD, { code: 'forbidden' })
      await currentSite().releases.remove(id, fate, author)
      return new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
    },
  }
}

/** The changes that only publishers may make, by the last part of the address. */
export const RELEASE_CHANGES = {
  schedule: async (releases: Releases, id: string, by: Author) => {
    const release = requireRelease(id)
    await releases.requireSchedulable(release)
    askFirst(by, releases, { scheduled: { ...release, state: 'scheduled' } })
    return releases.schedule(id, by)
  },
  unschedule: (releases: Releases, id: string, by: Author) => releases.unschedule(id, by),
  publish: (releases: Releases, id: string, by: Author) => releases.publish(id, by),
  undo: (releases: Releases, id: string, by: Author, request: Request) =>
    releases.undo(id, by, new URL(request.url).searchParams.get('reason') ?? ''),
}

/** `/api/releases/{id}/{change}`. Throws a 404 ExpectedError for an unknown change. */
export function releaseChangeEndpoint(id: string | undefined, change = ''): Endpoint {
  if (!isReleaseChange(change)) throw noSuchAddress()
  return {
    async POST({ author, request }) {
      const { releases } = currentSite()
      return releaseResponse(await RELEASE_CHANGES[change](releases, requireRelease(id).id, author, request))
    },
  }
}

function isReleaseChange(name: string): name is keyof typeof RELEASE_CHANGES {
  return Object.hasOwn(RELEASE_CHANGES, name)
}

/** `/api/releases/{id}/drafts/{section}/add` and `/take-out`. Throws a 404 ExpectedError for an unknown change. */
export function moveEndpoint({ section, release }: DraftAddress, change: string): Endpoint {
  if (change !== 'add' && change !== 'take-out') throw noSuchAddress()
  return {
    async POST(write: Write) {
      requireChangeable({ release }, write)
      const { id } = requireRelease(release)
      if (change === 'take-out') askBeforeRemoval(write.author, requireRelease(release), section.label)
      else askBeforeAdding(write.author, currentSite(), section, id)
      const move = change === 'add' ? { to: id } : { from: id }
      await currentSite().releases.moveDrafts([section], { ...move, by: write.author })
      return releaseResponse(requireRelease(id))
    },
  }
}

async function releaseResponse(release: Release, { status = 200, headers = {} } = {}): Promise<Response> {
  return Response.json(await toRelease(release), { status, headers: { 'cache-control': 'no-store', ...headers } })
}

async function readValues(request: Request) {
  const parsed = releaseBody.safeParse(await readJson(request))
  if (!parsed.success) throw invalidInput(parsed.error)
  const { name, time } = parsed.data
  return { name, time: time == null ? undefined : toSeconds(Date.parse(time)) }
}

/** What happens to the drafts of a deleted release, from `?drafts=`. Throws ExpectedError (422) for another value. */
function readFate(request: Request): 'detach' | 'discard' {
  const fate = new URL(request.url).searchParams.get('drafts') ?? 'detach'
  if (fate === 'detach' || fate === 'discard') return fate
  throw invalidFields({ drafts: ['This must be detach or discard'] })
}
