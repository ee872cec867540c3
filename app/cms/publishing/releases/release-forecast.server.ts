import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { Draft, Drafts } from '#app/cms/publishing/drafts/draft.ts'
import type { KnownReleases } from './known-releases.server.ts'
import { addedObstacles, type Obstacle } from './obstacles.ts'
import {
  toEdit,
  type Assumption,
  type ReleasePublisher,
  type ReleasePublisherOptions,
} from './publish-release.server.ts'
import { isOpen, mergedEdit, type Release, type ReleaseConflict } from './release-format.ts'
import { inOrderOfMoments, ReleasesInTurn } from './releases-in-turn.ts'

/** A draft of a release and what it does to what is published now. */
export interface ReleaseChange {
  section: SectionDefinition
  draft: Draft
  /** What is published now, and what would be. */
  current: unknown
  next: unknown
  conflict: ReleaseConflict | undefined
  /** Other open releases that change this section too, and the fields that both change; none if they change others. */
  alsoIn: { release: Release; fields: ReleaseConflict['fields'] | undefined }[]
}

interface Options {
  content: ReleasePublisherOptions['content']
  drafts: Pick<Drafts, 'list'>
  known: Pick<KnownReleases, 'all' | 'find'>
  publisher: Pick<ReleasePublisher, 'obstacles' | 'outcomeIf' | 'fileProblems'>
}

/** What releases would change, and what keeps them from being published: now, and at their moments. */
export class ReleaseForecast {
  constructor(private readonly options: Options) {}

  /** What a release would change now, in the order of the sections. */
  changes({ id }: Release): ReleaseChange[] {
    const drafts = this.options.drafts.list()
    const own = drafts.filter(({ release }) => release === id)
    return own.map((draft) => {
      const { section } = draft
      const current = this.options.content.find(section)?.value
      const { value, conflict } = mergedEdit(toEdit(section, draft), current)
      const alsoIn = drafts.flatMap((other) => {
        const release =
          other.section.id === section.id && other.release !== id && this.options.known.find(other.release ?? '')
        if (!release || !isOpen(release)) return []
        return { release, fields: mergedEdit(toEdit(section, other), value).conflict?.fields }
      })
      return { section, draft, current, next: value, conflict, alsoIn }
    })
  }

  /**
   * Why a release cannot be published; empty if it can. A scheduled one is checked for its moment, on top of the result
   * of those before it, all others as if they were published now. Looks at its files on the disk.
   */
  async obstacles(release: Release): Promise<Obstacle[]> {
    if (release.state !== 'scheduled') return this.options.publisher.obstacles(release)
    const inTurn = this.#inTurn({})
    const all = inOrderOfMoments(this.options.known.all())
    for (const earlier of all.slice(0, Math.max(0, all.indexOf(release)))) inTurn.check(earlier)
    return inTurn.check(release, await this.options.publisher.fileProblems(release))
  }

  /** Why scheduled releases cannot be published at their moments, in the order of these. Looks at their files. */
  async *obstaclesInTurn(): AsyncGenerator<{ release: Release; obstacles: Obstacle[] }> {
    const inTurn = this.#inTurn({})
    for (const release of inOrderOfMoments(this.options.known.all()))
      yield { release, obstacles: inTurn.check(release, await this.options.publisher.fileProblems(release)) }
  }

  #inTurn(assumed: Assumption) {
    return new ReleasesInTurn(
      (release, content, fileProblems) =>
        this.options.publisher.outcomeIf(release, { ...assumed, content }, fileProblems),
      assumed.content,
    )
  }

  /**
   * The scheduled releases that something would block that is not done yet, with what it would add to their obstacles.
   * From memory.
   */
  blockedBy(assumed: Assumption): { release: Release; obstacles: Obstacle[] }[] {
    const { scheduled } = assumed
    const [now, then] = [this.#inTurn({}), this.#inTurn(assumed)]
    const others = this.options.known.all().filter(({ id }) => id !== scheduled?.id)
    const before = new Map(
      inOrderOfMoments(this.options.known.all()).map((release) => [release.id, now.check(release)]),
    )
    return inOrderOfMoments(scheduled ? [...others, scheduled] : others).flatMap((release) => {
      const obstacles = addedObstacles(before.get(release.id) ?? [], then.check(release))
      return obstacles.length > 0 ? [{ release, obstacles }] : []
    })
  }
}
