import { adminAddress } from '#app/cms/define/admin-address.ts'
import { editorAddress } from '#app/cms/editing/server/draft-ref.server.ts'
import { describeObstacles, type Obstacle } from '#app/cms/publishing/releases/obstacles.ts'
import {
  formatClock,
  formatDayInWords,
  formatMoment,
  formatReleaseTime,
  formatShortMoment,
} from '#app/cms/publishing/releases/release-time.ts'
import type { Release } from '#app/cms/publishing/releases/release-format.ts'
import { reasonOf, RELEASE_PROBLEMS, type WatchedRelease } from '#app/cms/publishing/releases/release-watch.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { currentSite } from '#app/cms/site.server.ts'

/** A link to the screen where a person can remove an obstacle. */
interface NextStep {
  label: string
  href: string
}

/** Why a release cannot be published, and the one next step. */
interface ReleaseProblem {
  title: string
  text: string
  step: NextStep | undefined
}

/** A release as the dashboard shows it. */
export interface ReleaseNote {
  href: string
  name: string
  /** Its moment, as staff read it. */
  moment: string | undefined
  state: WatchedRelease['state'] | 'late'
  text: string
  step: NextStep | undefined
}

/** A release that will change a section, as the editor of the section shows it. */
export interface SectionRelease {
  name: string
  href: string
  /** `16:00 in Italy on Tuesday, 1 December 2026`; undefined while it is not scheduled. */
  moment: string | undefined
  /** Set if the release cannot be published because of this section. */
  problem: { text: string; step: NextStep | undefined } | undefined
}

/** How long the dashboard shows a late publication: a week. */
const NOTE_MS = 7 * 24 * 60 * 60 * 1000

/** Why a release is not published at its time although nothing else prevents it, and the next step. */
const HELD = 'The time of this release has come, but the date of the server is not certain.'
const CONFIRM_DATE = { label: 'Confirm the date', href: '/admin/releases#clock' }

/** What is most urgent to remove. */
const URGENT_FIRST: readonly Obstacle['kind'][] = [
  'unreadable',
  'conflict',
  'invalid',
  'kept',
  'file',
  'approval',
  'empty',
]

/**
 * The releases that the dashboard shows: those that cannot be published or failed at their time, those that were
 * published late, and then those that are ready.
 */
export async function releaseNotes(): Promise<ReleaseNote[]> {
  const watched = await currentSite().releaseWatch.current()
  const held = new Set(currentSite().releases.clock.held())
  const notes = watched.map((one): ReleaseNote => {
    const { release, obstacles } = one
    const isHeld = one.state === 'ready' && held.has(release)
    const state = isHeld ? 'blocked' : one.state
    const format = state === 'ready' ? formatMoment : formatShortMoment
    return {
      href: releaseHref(release),
      name: release.name,
      moment: release.time === undefined ? undefined : format(release.time),
      state,
      text: isHeld ? HELD : reasonOf(one),
      step: isHeld ? CONFIRM_DATE : nextStepOf(release, obstacles),
    }
  })
  const troubled = notes.filter(({ state }) => state !== 'ready')
  return [...troubled, ...lateNotes(), ...notes.filter(({ state }) => state === 'ready')]
}

function lateNotes(): ReleaseNote[] {
  return currentSite()
    .releases.list()
    .flatMap((release) => {
      const { name, time, published } = release
      const isLate = published?.isMissed === true || published?.wasDelayed === true
      const isRecent = isLate && Date.now() - Date.parse(published.time) < NOTE_MS
      if (!isRecent || time === undefined) return []
      const text = `was published late, on ${formatReleaseTime(published.time)}, because ${published.isMissed ? 'the site was not running' : 'its server could not write'} at ${formatReleaseTime(time)}.`
      return [{ href: releaseHref(release), name, moment: undefined, state: 'late', text, step: undefined }]
    })
}

/** Ids of the releases that are scheduled and cannot be published, or could not be published at their time yet. */
export async function blockedReleases(): Promise<ReadonlySet<string>> {
  const watched = await currentSite().releaseWatch.current()
  return new Set(
    watched.flatMap(({ release, state }) => (state === 'blocked' || state === 'delayed' ? release.id : [])),
  )
}

/** What prevents a release that is not published yet; undefined if nothing does, or if it is still being filled. */
export async function problemOf(release: Release): Promise<ReleaseProblem | undefined> {
  const { state, time, failure = '' } = release
  const obstacles = await currentSite().releases.forecast.obstacles(release)
  const isNew = state === 'open' && obstacles.some(({ kind }) => kind === 'empty')
  if (obstacles.length === 0 && currentSite().releases.clock.held().includes(release)) {
    return {
      title: HELD,
      text: 'The release is published as soon as the date is confirmed.',
      step: CONFIRM_DATE,
    }
  }
  const delay = currentSite().releases.clock.delayOf(release)
  if (delay !== undefined) {
    return {
      title: 'The release could not be published at its time.',
      text: reasonOf({ release, state: 'delayed', obstacles, delay }),
      step: undefined,
    }
  }
  if ((obstacles.length === 0 && state !== 'failed') || isNew) return undefined
  const step = nextStepOf(release, obstacles)
  const text = describeObstacles(obstacles)
  if (state === 'failed') {
    const title = `The release was not published at its time${time === undefined ? '' : `, ${formatMoment(time)}`}.`
    return { title, text: text || `${failure} Now it can be published. Schedule it again or publish it now.`, step }
  }
  const title =
    state === 'scheduled'
      ? 'The release is scheduled, but cannot be published.'
      : 'The release cannot be published yet.'
  return { title, text, step }
}

/**
 * The releases that will change a section: the scheduled ones, as the last look has found them, then those that are
 * only being prepared, without the one that is `edited`.
 */
export function releasesOfSection(section: SectionDefinition, edited?: string): SectionRelease[] {
  const { drafts, releases, releaseWatch } = currentSite()
  const scheduled = releaseWatch.latest().flatMap(({ release, state, obstacles }): SectionRelease[] => {
    if (state === 'failed' || release.time === undefined || !drafts.find(section, release.id)) return []
    const own = obstacles.filter((obstacle) => 'section' in obstacle && obstacle.section === section.id)
    const summary = {
      name: release.name,
      href: releaseHref(release),
      moment: `${formatClock(release.time)} on ${formatDayInWords(release.time)}`,
      problem: own.length === 0 ? undefined : { text: describeObstacles(own), step: nextStepOf(release, own) },
    }
    return [summary]
  })
  const prepared = releases
    .list()
    .filter(({ id, state }) => state === 'open' && id !== edited && drafts.find(section, id) !== undefined)
    .map((release) => ({ name: release.name, href: releaseHref(release), moment: undefined, problem: undefined }))
  return [...scheduled, ...prepared]
}

/** The problems of the running site without those of releases, which are shown with their next step. */
export function otherProblems() {
  const ofReleases: readonly string[] = Object.values(RELEASE_PROBLEMS)
  return currentSite()
    .health.problems()
    .filter(({ id }) => !ofReleases.includes(id))
}

/** Where a person removes the most urgent of some obstacles. */
function nextStepOf(release: Release, obstacles: readonly Obstacle[]): NextStep | undefined {
  const [first] = obstacles.toSorted((one, other) => URGENT_FIRST.indexOf(one.kind) - URGENT_FIRST.indexOf(other.kind))
  if (!first) return undefined
  if (first.kind === 'empty') return { label: 'Add a draft to the release', href: `${releaseHref(release)}#changes` }
  const section = currentSite().sections.resolve(first.section)
  if (!section) return { label: 'Open the files of the release', href: `${releaseHref(release)}#files` }
  const ref = { section, release: release.id }
  const draft = editorAddress(ref)
  switch (first.kind) {
    case 'conflict':
      if (first.earlier) return { label: `Open “${first.earlier.name}”`, href: releaseHref(first.earlier) }
      return { label: `Open the draft of ${section.label} and choose which version to keep`, href: draft }
    case 'approval':
      // All sections are approved there at once.
      return { label: 'Open the approval of the release', href: `${releaseHref(release)}#approval` }
    case 'unreadable':
      return { label: `Correct the published content of ${section.label}`, href: adminAddress(section) }
    case 'kept':
      return { label: `Open the draft of ${section.label}`, href: draft }
    case 'invalid':
    case 'file':
      return { label: `Correct the draft of ${section.label}`, href: draft }
  }
}

export function releaseHref({ id }: Pick<Release, 'id'>): string {
  return `/admin/releases/${id}`
}
