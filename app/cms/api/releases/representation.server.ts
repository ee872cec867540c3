import { z } from 'zod'
import type { Draft, EffectiveDraft } from '#app/cms/publishing/drafts/draft.ts'
import { describeObstacles, type Obstacle } from '#app/cms/publishing/releases/obstacles.ts'
import { isOpen, releaseRecord, type Release } from '#app/cms/publishing/releases/release-format.ts'
import type { ReleaseChange } from '#app/cms/publishing/releases/release-forecast.server.ts'
import { currentSite } from '#app/cms/site.server.ts'

const time = z.iso.datetime().meta({ description: 'ISO 8601, UTC' })
const byWhom = z.strictObject({ by: z.string().meta({ description: 'Name of the person' }), time })
const sectionId = z.string().meta({ description: 'Id of a section, as in /admin/{section}' })

/** The fields of every representation of a draft. */
const draftSummary = z.strictObject({
  section: sectionId,
  label: z.string().meta({ description: 'Name of the section' }),
  release: z
    .string()
    .nullable()
    .meta({ description: 'Id of the release of the draft. null: the draft is outside any release' }),
  etag: z.string().meta({ description: 'The ETag of the draft, for If-Match' }),
  author: z.string().meta({ description: 'Name of the person who saved it last' }),
  time,
  conflicts: z.array(z.string()).meta({
    description:
      'Fields that were changed differently in the draft and in the published content. "" is the whole content',
  }),
  approval: z.enum(['not-needed', 'not-asked', 'waiting', 'approved', 'sent-back', 'outdated']).meta({
    description:
      'Whether a second person has approved the draft. not-needed: the section needs no approval. outdated: the draft was changed after approval was requested or given',
  }),
})

export const draftInList = draftSummary.meta({ id: 'DraftInList' })

export const draftSchema = draftSummary
  .extend({
    content: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The whole content of the section as it will be after the draft is published' }),
  })
  .meta({ id: 'Draft' })

const releaseSummary = z.strictObject({
  id: releaseRecord.shape.id,
  name: z.string(),
  time: time.nullable().meta({ description: 'Time of publication: ISO 8601, UTC. null: no time is set' }),
  state: releaseRecord.shape.state,
  failure: z.string().nullable().meta({ description: 'Why the release was not published at its time' }),
  created: byWhom,
  changed: byWhom,
})

/** Why a release cannot be published: what stands in the way at one section, or at the release as a whole. */
const obstacleSchema = z.strictObject({
  code: z.enum(['empty', 'conflict', 'approval', 'invalid', 'kept', 'unreadable', 'file']).meta({
    description:
      'empty: nothing is in the release. conflict: other changes in the same fields. approval: a second person has not approved the draft. invalid: the content would not be valid. kept: the entry must not be removed. unreadable: the published content cannot be read. file: a file is missing or damaged',
  }),
  text: z.string().meta({ description: 'The reason in words' }),
  section: sectionId.nullable().meta({ description: 'null: the release as a whole' }),
  fields: z.array(z.string()).meta({ description: 'Labels of the fields of a conflict' }),
  earlierRelease: z
    .string()
    .nullable()
    .meta({ description: 'Id of the scheduled release that changes the same fields before' }),
})

export const releaseInList = releaseSummary.meta({ id: 'ReleaseInList' })

/** A release with what it publishes, or has published. */
export const releaseSchema = releaseSummary
  .extend({
    drafts: z.array(draftInList),
    files: z
      .array(z.string())
      .meta({ description: 'Files that become public with the release, or became public with it' }),
    missingFiles: z.array(z.strictObject({ section: sectionId, path: z.string(), message: z.string() })).meta({
      description: 'Files that the drafts use but that do not exist. The release cannot be published without them',
    }),
    published: byWhom
      .extend({
        sections: z.array(sectionId),
        isMissed: z
          .boolean()
          .meta({ description: 'True if the release was published late because the site was not running' }),
      })
      .nullable(),
    obstacles: z.array(obstacleSchema).meta({
      description:
        'Why an open release cannot be published: a scheduled one at its time, after those that are scheduled before it, any other one now. Empty: nothing stands in the way',
    }),
    undone: byWhom.nullable().meta({ description: 'When the release was last undone. null: it was never undone' }),
  })
  .meta({ id: 'Release' })

/** The version of a draft and of the published content below it. It is used in the ETag of the draft. */
export function draftVersion({ draft, version }: EffectiveDraft): string {
  return `${version}.${draft.revision}`
}

export function toDraftInList(effective: EffectiveDraft): z.input<typeof draftInList> {
  const { draft, conflicts } = effective
  const { section, release, author, time } = draft
  return {
    section: section.id,
    label: section.label,
    release: release ?? null,
    etag: `"${draftVersion(effective)}"`,
    author: nameOf(author),
    time,
    conflicts: conflicts.map(({ name }) => name),
    approval: approvalOf(draft),
  }
}

export function toDraft(effective: EffectiveDraft): z.input<typeof draftSchema> {
  return { ...toDraftInList(effective), content: z.record(z.string(), z.unknown()).parse(effective.value) }
}

export function toReleaseInList(release: Release): z.input<typeof releaseInList> {
  const { id, name, state, created, changed } = release
  return {
    id,
    name,
    time: release.time ?? null,
    state,
    failure: release.failure ?? null,
    created: withName(created),
    changed: withName(changed),
  }
}

export async function toRelease(release: Release): Promise<z.input<typeof releaseSchema>> {
  const { drafts, releases } = currentSite()
  const { published, earlier } = release
  const undone = earlier.at(-1)?.undone
  const changes = isOpen(release) ? releases.forecast.changes(release) : []
  return {
    ...toReleaseInList(release),
    drafts: changes.flatMap(({ section }) => {
      const effective = drafts.effective(section, release.id)
      return effective ? [toDraftInList(effective)] : []
    }),
    files: isOpen(release) ? releases.stagedFiles(release) : [...(published?.files ?? [])],
    missingFiles: changes.flatMap(missingFilesOf),
    published: published
      ? {
          ...withName(published),
          sections: published.sections.map(({ section }) => section),
          isMissed: published.isMissed,
        }
      : null,
    obstacles: isOpen(release) ? (await releases.forecast.obstacles(release)).map(toObstacle) : [],
    undone: undone ? withName(undone) : null,
  }
}

function toObstacle(obstacle: Obstacle): z.input<typeof obstacleSchema> {
  return {
    code: obstacle.kind,
    text: describeObstacles([obstacle]),
    section: 'section' in obstacle ? (obstacle.section ?? null) : null,
    fields: obstacle.kind === 'conflict' ? obstacle.fields : [],
    earlierRelease: obstacle.kind === 'conflict' ? (obstacle.earlier?.id ?? null) : null,
  }
}

function missingFilesOf({ section, next }: ReleaseChange) {
  const missing = currentSite().files.findMissingFiles(section.schema, next, { by: 'staff' })
  return missing.map(({ path, message }) => ({ section: section.id, path: path.join('.'), message }))
}

function approvalOf({ section, release }: Draft): z.input<typeof draftInList>['approval'] {
  const { approvals } = currentSite()
  if (!approvals.isNeeded(section)) return 'not-needed'
  return approvals.find(section, release)?.state ?? 'not-asked'
}

function withName({ by, time }: { by: string; time: string }) {
  return { by: nameOf(by), time }
}

function nameOf(person: string) {
  return currentSite().auth.accounts.nameOf(person)
}
