import { questionsTo, type Author } from '#app/cms/platform/author.server.ts'
import type { Consequence } from '#app/cms/platform/http/confirmation.server.ts'
import type { Drafts } from '#app/cms/publishing/drafts/draft.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { describeObstacles } from './obstacles.ts'
import type { Assumption } from './publish-release.server.ts'
import { formatMoment } from './release-time.ts'
import type { Release } from './release-format.ts'
import type { ReleaseForecast } from './release-forecast.server.ts'

interface WithForecast {
  forecast: Pick<ReleaseForecast, 'blockedBy'>
}

/**
 * Throws ConfirmationNeeded if something would make a scheduled release unpublishable, and its author has not confirmed
 * that. `except`: the release that is being published.
 */
export function askFirst(author: Author, releases: WithForecast, assumed: Assumption, except?: string): void {
  questionsTo(author)?.require(
    releases.forecast
      .blockedBy(assumed)
      .filter(({ release }) => release.id !== except)
      .map(({ release, obstacles }) =>
        consequence(release, `could not be published at that time. ${describeObstacles(obstacles)}`),
      ),
  )
}

/** Throws ConfirmationNeeded if a draft outside any release would make a scheduled release unpublishable in it. */
export function askBeforeAdding(
  author: Author,
  { releases, drafts }: { releases: WithForecast; drafts: Pick<Drafts, 'find'> },
  section: SectionDefinition,
  release: string,
): void {
  const draft = drafts.find(section)
  if (draft) askFirst(author, releases, { draft: { ...draft, release } })
}

/** Throws ConfirmationNeeded if a part is about to be taken from a scheduled release, unless that is confirmed. */
export function askBeforeRemoval(author: Author, release: Release | undefined, part: string): void {
  if (release?.state !== 'scheduled') return
  questionsTo(author)?.require([consequence(release, `would be published without ${part}.`)])
}

function consequence(release: Release, what: string): Consequence {
  const { id, name, time } = release
  const moment = time === undefined ? '' : `, scheduled for ${formatMoment(time)},`
  return { id, name, href: `/admin/releases/${id}`, text: `The release “${name}”${moment} ${what}` }
}
