import type { Obstacle, ReleaseOutcome } from './obstacles.ts'
import type { Release } from './release-format.ts'

/** The scheduled releases in the order in which the clock publishes them. */
export function inOrderOfMoments(releases: readonly Release[]): Release[] {
  const keyOf = ({ time = '', created, id }: Release) => [time, created.time, id].join(' ')
  return releases
    .filter(({ state, time }) => state === 'scheduled' && time !== undefined)
    .sort((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1))
}

/**
 * What a release would do on top of this content, by the ids of sections; all else is as it is published now.
 * `fileProblems` is what is wrong with its files on the disk, in words.
 */
type FindOutcome = (
  release: Release,
  content: ReadonlyMap<string, unknown>,
  fileProblems: readonly string[],
) => ReleaseOutcome

/** Checks scheduled releases in the order of their moments: each on top of the result of those before it. */
export class ReleasesInTurn {
  /** The content after each of the releases that can be published, the first being what all of them begin with. */
  readonly #steps: { release?: Release; content: ReadonlyMap<string, unknown> }[]

  constructor(
    private readonly find: FindOutcome,
    content: ReadonlyMap<string, unknown> = new Map(),
  ) {
    this.#steps = [{ content }]
  }

  /** Why the next release cannot be published at its moment; empty if it can. */
  check(release: Release, fileProblems: readonly string[] = []): Obstacle[] {
    const content = this.#steps.at(-1)?.content ?? new Map<string, unknown>()
    const { obstacles, next } = this.find(release, content, fileProblems)
    // What cannot be published changes nothing for those after it.
    if (obstacles.length === 0) this.#steps.push({ release, content: new Map([...content, ...next]) })
    return obstacles.map((obstacle) => (obstacle.kind === 'conflict' ? this.#withEarlier(obstacle, release) : obstacle))
  }

  /** Names the release from which on a conflict is there; none if what is published now has it already. */
  #withEarlier(conflict: Obstacle & { kind: 'conflict' }, release: Release): Obstacle {
    const { release: first } =
      this.#steps.find(({ content }) =>
        this.find(release, content, []).obstacles.some(
          (one) => one.kind === 'conflict' && one.section === conflict.section,
        ),
      ) ?? {}
    if (first?.time === undefined) return conflict
    const { id, name, time } = first
    return { ...conflict, earlier: { id, name, time } }
  }
}
