import type { Author } from '#app/cms/platform/author.server.ts'
import { isDeepStrictEqual } from 'node:util'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import type { AssumedApprovals, MissingApproval } from '#app/cms/publishing/approval/approval-format.ts'
import type {
  ContentStore,
  PublishedFiles,
  PublishOptions,
  SectionChange,
  StagedPublication,
} from '#app/cms/content/store/store.types.ts'
import { baseOf, resultOf, type Draft, type Drafts } from '#app/cms/publishing/drafts/draft.ts'
import { collectFileRefs } from '#app/cms/media/library/collect-file-refs.ts'
import { UploadRefused } from '#app/cms/media/uploads/upload-refused.ts'
import type { Logger } from '#app/cms/platform/log.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { SiteSections } from '#app/cms/define/site-sections.ts'
import { recordFile } from './release-records.server.ts'
import {
  mergeForPublication,
  outcomeOf,
  refusedFor,
  type Obstacle,
  type PublicationState,
  type ReleaseOutcome,
} from './obstacles.ts'
import { mergedEdit, type Release, type SectionEdit } from './release-format.ts'

interface ReleaseFiles {
  stagedOf: (files: Iterable<string>) => string[]
  check: (files: Iterable<string>) => Promise<void>
  show: (files: Iterable<string>) => void
  publish: (files: Iterable<string>) => Promise<unknown>
  hide: (files: Iterable<string>) => () => void
  unpublish: (files: Iterable<string>) => Promise<unknown>
}

export interface ReleasePublisherOptions {
  content: ContentStore
  sections: Pick<SiteSections, 'all' | 'resolve'>
  drafts: Pick<Drafts, 'list' | 'changeTogether' | 'dropPublished' | 'prepare'>
  /** Those of some drafts that need approval and do not have it. Left out: no draft needs approval. */
  notApproved?: (
    drafts: readonly Pick<Draft, 'section' | 'release' | 'revision'>[],
    assumed?: AssumedApprovals,
  ) => readonly Pick<MissingApproval, 'section' | 'state'>[]
  files: ReleaseFiles
  /** The names of a staged file and of the published file that it becomes. */
  moveOf: (file: string) => ReturnType<PublishedFiles['moves']>[number]
  /** What is wrong with the files that this content of a section names, in words. */
  missingFiles: (section: SectionDefinition, value: unknown) => string[]
  log: Logger
}

/** Something that a person is about to do, as if it were done. */
export interface Assumption extends AssumedApprovals {
  /** Content of sections as if it were published, by the id of the section. */
  content?: ReadonlyMap<string, unknown>
  /**
   * A draft of a release as if it were saved with this content, or discarded (`content` is undefined). `base` is that of
   * a draft that does not exist yet.
   */
  draft?: Pick<Draft, 'section' | 'release' | 'content'> & Partial<Pick<Draft, 'base' | 'removes'>>
  /** A release as if it were scheduled, or scheduled for another time. */
  scheduled?: Release
}

/** Why a release is published late; neither at a publication by hand. */
export interface Lateness {
  /** The site was not running at its time. */
  isMissed?: boolean
  /** The disk or the store did not accept it at its time. */
  wasDelayed?: boolean
}

/** What the publisher and the undo of releases tell their caller, and ask it. */
export interface ReleaseCallbacks {
  /** The version of a release's record that is known. A change is made on this condition. */
  versionOf: (release: Release) => string | null
  /** Called with the new state of a release at the moment from which visitors see it. */
  onCommit: (release: Release) => void
  /** The person and the time of a change that is made now, or at `time` (ms since 1970). */
  stamp: (by: Author, time?: number) => Release['changed']
}

/** What the content store needs to publish a release. */
interface ReleaseToPublish {
  changes: readonly SectionChange[]
  options: PublishOptions
  drafts: Draft[]
  files: readonly string[]
  /** The new state of the release, once its committing file was asked for. */
  published: () => Release
}

/** A release that is prepared shortly before its moment. */
export interface StagedRelease extends Pick<ReleaseToPublish, 'drafts' | 'files' | 'published'> {
  release: Release
  publication: StagedPublication
}

/**
 * Publishes a release as one publication of the content store: its drafts are merged into what is published, and its
 * files move. The caller runs one at a time. All methods that change something reject with ReleaseRefused, StorageError
 * or PreconditionFailed (another program has changed the record of the release), and then nothing has changed.
 */
export class ReleasePublisher {
  constructor(
    private readonly options: ReleasePublisherOptions,
    private readonly callbacks: ReleaseCallbacks,
  ) {}

  /** The staged files that a release publishes: its own, and those that its drafts name. */
  stagedFiles({ id, files }: Release): string[] {
    const contents = this.options.drafts.list().flatMap(({ release, content }) => (release === id ? [content] : []))
    return this.options.files.stagedOf([...contents.flatMap((content) => [...collectFileRefs(content)]), ...files])
  }

  /** The sections and files that a release changes. */
  targetsOf(release: Release): string[] {
    return [...this.draftsOf(release.id).map(({ section }) => section.id), ...this.stagedFiles(release)]
  }

  draftsOf(release: string): Draft[] {
    return this.options.drafts.list().filter((draft) => draft.release === release)
  }

  /** Why a release cannot be published now; empty if it can. Looks at its files on the disk. */
  async obstacles(release: Release): Promise<Obstacle[]> {
    return this.outcomeIf(release, {}, await this.fileProblems(release)).obstacles
  }

  /** What a release would do after something else is done. Does not look at the disk: `fileProblems` is what is known of it. */
  outcomeIf(release: Release, assumed: Assumption, fileProblems: readonly string[] = []): ReleaseOutcome {
    const drafts = withAssumed(this.draftsOf(release.id), release.id, assumed)
    return outcomeOf(
      drafts.map((draft) => toEdit(draft.section, draft)),
      {
        ...this.#state(drafts, assumed),
        fileProblems,
        hasFiles: this.stagedFiles(release).length > 0,
        // What is assumed comes last, so that the entry of the release is the one that is refused.
        refusalOf: (next) =>
          this.options.content.refusalOf(new Map([...next, ...withoutKeysOf(assumed.content, next)])),
      },
    )
  }

  #state(
    drafts: readonly AssumedDraft[],
    assumed: Assumption = {},
  ): Omit<PublicationState, 'fileProblems' | 'hasFiles' | 'refusalOf'> {
    const { content, notApproved, missingFiles } = this.options
    const missing = new Map((notApproved?.(drafts, assumed) ?? []).map(({ section, state }) => [section.id, state]))
    return {
      currentOf: (section) =>
        assumed.content?.has(section.id) ? assumed.content.get(section.id) : content.find(section)?.value,
      isUnreadable: (section) => {
        const broken = assumed.content?.has(section.id) ? undefined : content.brokenFile(section)
        return broken !== undefined && (content.find(section) === undefined || broken.fault.isOfNewerFormat === true)
      },
      approvalOf: ({ id }) => (missing.has(id) ? (missing.get(id) === 'outdated' ? 'changed' : 'missing') : 'approved'),
      missingFiles,
    }
  }

  /** What is wrong with the staged files of a release on the disk, in words. */
  async fileProblems(release: Release): Promise<string[]> {
    const problems: string[] = []
    for (const file of this.stagedFiles(release)) {
      await this.options.files.check([file]).catch((error: unknown) => {
        if (!(error instanceof UploadRefused)) throw error
        problems.push(error.message)
      })
    }
    return problems
  }

  /**
   * Publishes a release, as it was staged if nothing was changed since. Resolves with its new state and the drafts that
   * are published with it. `isDue`: its moment has come.
   */
  async publish(
    release: Release,
    { staged, ...how }: Lateness & { by: Author; isDue?: boolean; staged?: StagedRelease | undefined },
  ): Promise<{ published: Release; drafts: Draft[] }> {
    if (staged) {
      if (this.isCurrent(staged, release) && (await staged.publication.publish()))
        return { published: staged.published(), drafts: staged.drafts }
      await staged.publication.discard()
    }
    const { changes, options, drafts, published } = await this.#prepare(release, how)
    await this.options.content.publish(changes, options)
    return { published: published(), drafts }
  }

  /** Prepares a release for its moment (ms since 1970). Rejects as `publish` does. */
  async stage(release: Release, how: { by: Author; time: number }): Promise<StagedRelease> {
    const { changes, options, ...prepared } = await this.#prepare(release, how)
    return { ...prepared, release, publication: await this.options.content.stage(changes, options) }
  }

  /** True if a staged release would be published as it was staged. From memory. */
  isCurrent({ release, drafts, files }: StagedRelease, now: Release | undefined): boolean {
    if (now !== release) return false
    const current = this.draftsOf(release.id)
    const { approvalOf, missingFiles } = this.#state(current)
    return (
      isDeepStrictEqual(this.stagedFiles(release), files) &&
      current.length === drafts.length &&
      current.every((draft, at) => draft === drafts[at] && approvalOf(draft.section) === 'approved') &&
      current.every(({ section, content }) => content === undefined || missingFiles(section, content).length === 0)
    )
  }

  async #prepare(
    release: Release,
    { by, time, isDue, isMissed = false, wasDelayed }: Lateness & { by: Author; time?: number; isDue?: boolean },
  ): Promise<ReleaseToPublish> {
    const { files, moveOf } = this.options
    const obstacles = await this.obstacles(release)
    if (obstacles.length > 0) throw refusedFor(obstacles)
    const drafts = this.draftsOf(release.id)
    const edits = drafts.map((draft) => toEdit(draft.section, draft))
    const staged = this.stagedFiles(release)
    const changes = edits.map((edit, at) => ({
      section: edit.section,
      visitorsGoTo: drafts[at]?.visitorsGoTo,
      // Asked again, because another publication may have been faster.
      change: (current: unknown) => {
        const merged = mergeForPublication(edit, { ...this.#state(drafts), currentOf: () => current })
        if (merged.obstacles.length > 0) throw refusedFor(merged.obstacles)
        return merged.value
      },
    }))
    const { failure: _failure, ...rest } = release
    let published = rest as Release
    const stamp = this.callbacks.stamp(by, time)
    const committingFile: PublishOptions['committingFile'] = (parts) => {
      published = {
        ...rest,
        state: 'published',
        changed: stamp,
        published: {
          ...stamp,
          sections: parts.map((part) => ({ ...part, ...draftOf(part, drafts) })),
          files: staged,
          isMissed,
          ...(wasDelayed && { wasDelayed }),
        },
      }
      return { ...recordFile(published), ifVersion: this.callbacks.versionOf(release) }
    }
    const options: PublishOptions = {
      author: by,
      reason: `Release “${release.name}”`,
      approval: release.id,
      id: `release-${release.id}`,
      time,
      isDue,
      files: {
        moves: () => staged.map(moveOf),
        onCommit: () => {
          files.show(staged)
          // Visitors see the release from here on. Its content and files are still being written.
          this.callbacks.onCommit(published)
        },
        apply: async () => {
          await files.publish(staged)
        },
      },
      committingFile,
    }
    return { changes, options, drafts, files: staged, published: () => published }
  }

  /**
   * Removes the drafts of a past release that are published: the `published` ones, and those that would change nothing.
   * Drafts that were saved meanwhile become drafts outside any release, unless there is one already. Resolves with false
   * if some could not be removed. Never rejects.
   */
  async clearDrafts(release: string, published: readonly Draft[] = []): Promise<boolean> {
    const { drafts, content, log } = this.options
    const isPublished = (draft: Draft) => {
      if (published.includes(draft)) return true
      const current = content.find(draft.section)?.value
      const { value } = mergedEdit(toEdit(draft.section, draft), current)
      if (value === undefined || current === undefined) return value === current
      return listDifferences(value, current).length === 0
    }
    const own = this.draftsOf(release)
    const dropped = own.filter(isPublished)
    const outside = new Set(drafts.list().flatMap((draft) => (draft.release ? [] : draft.section.id)))
    const left = own.filter((draft) => !dropped.includes(draft))
    const moved = left.filter(({ section }) => !outside.has(section.id))
    for (const { section } of left) {
      if (outside.has(section.id))
        log.error(
          { release, section: section.id },
          'A draft cannot be moved out of a published release: there is another',
        )
    }
    try {
      await drafts.dropPublished(dropped)
      await drafts.changeTogether({ moved: moved.map(({ section, author }) => ({ section, from: release, author })) })
      return true
    } catch (err) {
      log.error({ err, release }, 'Drafts of a published release could not be removed. They are tried again')
      return false
    }
  }
}

export function toEdit(section: SectionDefinition, draft: Pick<Draft, 'base' | 'content' | 'removes'>): SectionEdit {
  return { section, from: baseOf({ section, base: draft.base }), to: resultOf(draft) }
}

/** The people who saved the draft of a section that is published, and what it says about visitors. */
function draftOf({ section }: { section: string }, drafts: readonly Draft[]) {
  const draft = drafts.find((candidate) => candidate.section.id === section)
  if (!draft) return undefined
  const { author, authors, visitorsGoTo } = draft
  return { author, authors: [...authors], ...(visitorsGoTo !== undefined && { visitorsGoTo }) }
}

function withoutKeysOf(content: ReadonlyMap<string, unknown> = new Map(), others: ReadonlyMap<string, unknown>) {
  return [...content].filter(([id]) => !others.has(id))
}

type AssumedDraft = Pick<Draft, 'section' | 'release' | 'revision' | 'base' | 'content' | 'removes'>

/** The drafts of a release as they would be: one with other content, one less or one more. */
function withAssumed(drafts: readonly Draft[], release: string, { draft: assumed }: Assumption): AssumedDraft[] {
  if (assumed?.release !== release) return [...drafts]
  const { section, content, removes } = assumed
  const others = drafts.filter((draft) => draft.section.id !== section.id)
  if (content === undefined) return others
  const before = drafts.find((draft) => draft.section.id === section.id)
  const base = assumed.base ?? before?.base
  if (!base) return [...drafts]
  // Another revision has no approval.
  const isSame = before && removes === before.removes && isDeepStrictEqual(content, before.content)
  return [...others, { section, release, base, content, removes, revision: isSame ? before.revision : '' }]
}
