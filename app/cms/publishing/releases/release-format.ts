import { z } from 'zod'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { describeCollisions } from '#app/cms/content/compare/describe-collisions.ts'
import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'

export const MAX_NAME_LENGTH = 120

const byWhom = z.object({ by: z.string(), time: z.iso.datetime() })

/** The most undone publications that a release remembers. */
export const MAX_EARLIER = 20

const publication = byWhom.extend({
  sections: z.array(
    z.object({
      section: z.string(),
      before: z.string(),
      version: z.string(),
      historyEntry: z.string().optional(),
      /** Who saved the published draft, and all people who saved a revision of it. */
      author: z.string().optional(),
      authors: z.array(z.string()).optional(),
      /** Where visitors of the page of a removed entry go. */
      visitorsGoTo: z.string().optional(),
    }),
  ),
  files: z.array(z.string()),
  /** True if the site was not running at the moment. */
  isMissed: z.boolean().default(false),
  /** True if the site was running, but its disk or its store did not accept the release at the moment. */
  wasDelayed: z.boolean().optional(),
})

/** The record of a release, as its file has it. */
export const releaseRecord = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{12}$/),
  name: z.string().min(1).max(MAX_NAME_LENGTH),
  /** When it is to be published: ISO 8601, UTC, to the second. */
  time: z.iso.datetime().optional(),
  state: z.enum(['open', 'scheduled', 'published', 'failed']),
  created: byWhom,
  /** The newest change of the name, the time or the state. */
  changed: byWhom,
  /** Files that are published with it although no draft names them: paths below the uploads folder. */
  files: z.array(z.string()).default([]),
  /** Why it was not published at its moment. */
  failure: z.string().optional(),
  published: publication.optional(),
  /** Its publications that were undone, the newest last. */
  earlier: z.array(z.object({ published: publication, undone: byWhom })).default([]),
})

/** A set of drafts and files that are published at one moment. */
export type Release = Readonly<z.output<typeof releaseRecord>>

/** What a release has published, by whom and when. */
export type ReleasePublication = z.output<typeof publication>

/** True for a release that is not published yet. */
export function isOpen({ state }: Pick<Release, 'state'>): boolean {
  return state === 'open' || state === 'scheduled' || state === 'failed'
}

/**
 * The reason why a person may not change a release and its drafts; undefined if they may. A scheduled release is
 * published without another check, so only a person who may publish can change it.
 */
export function refusalToChangeRelease(release: Release, { mayPublish }: { mayPublish: boolean }): string | undefined {
  if (!isOpen(release)) return 'This release is published already. Create a new release for further changes.'
  if (release.state !== 'scheduled' || mayPublish) return undefined
  return 'This release is scheduled. A person with the role Publisher or Administrator has to cancel the schedule before its drafts can be changed.'
}

/** Why an editor may not discard the drafts of a release together with it. */
export const ONLY_PUBLISHERS_DISCARD =
  'Drafts that are discarded with their release cannot be restored. Keep them as drafts outside a release, or ask a person with the role Publisher or Administrator.'

/** A place where a draft and what is published now have changed the same. */
export interface ReleaseConflict {
  /** Id and label of the section. */
  section: string
  label: string
  /** Words for the fields; none if the whole is meant. */
  fields: string[]
}

/** A release was not changed or published. The message is for staff; the status is that of a response. */
export class ReleaseRefused extends ExpectedError {
  override name = 'ReleaseRefused'
  constructor(
    message: string,
    status: 404 | 409 | 422 = 409,
    readonly conflicts: readonly ReleaseConflict[] = [],
  ) {
    super(status, message)
  }
}

/** The record of a release is not the one that the change was made from. It is read again, and nothing was changed. */
export class ReleaseChanged extends ReleaseRefused {
  override name = 'ReleaseChanged'
  constructor() {
    super('Someone has changed this release at the same moment. Look at it again.')
  }
}

/** The name or the time of a release is not valid. */
export function invalidReleaseField(field: 'name' | 'time', message: string): ExpectedError {
  return new ExpectedError(422, message, { field })
}

/**
 * A change of a section: from one state of its content to another, to be made on whatever is published at that moment.
 */
export interface SectionEdit {
  section: SectionDefinition
  /** The state that it was made from. Undefined, of both: there is no such entry. */
  from: unknown
  to: unknown
}

/** The edit merged with the current content. `conflict` has the places that both have changed differently. */
export function mergedEdit({ section, from, to }: SectionEdit, current: unknown) {
  const merged = mergeContent(section.schema, { base: { value: from }, mine: to, theirs: current })
  // The store refuses an old state that does not match the current fields, and names them.
  if (merged.refused && to !== undefined && !section.schema.safeParse(to).success)
    return { value: merged.refused.value, conflict: undefined }
  const { value, collisions } = merged
  if (collisions.length === 0) return { value, conflict: undefined }
  const labels = describeCollisions(merged, schemaLabels(section.schema)).map(({ label }) => label)
  const conflict: ReleaseConflict = {
    section: section.id,
    label: section.label,
    fields: [...new Set(labels)].filter((label) => label !== ''),
  }
  return { value, conflict }
}

/** Where each edit collides with the current content. */
export function conflictsOf(
  edits: readonly SectionEdit[],
  currentOf: (section: SectionDefinition) => unknown,
): ReleaseConflict[] {
  return edits.flatMap((edit) => mergedEdit(edit, currentOf(edit.section)).conflict ?? [])
}

/** The edit as the store takes it. Throws ReleaseRefused at a conflict. `check` gets the next and the current content. */
export function toChange(edit: SectionEdit, check: (value: unknown, current: unknown) => void = () => undefined) {
  return {
    section: edit.section,
    change: (current: unknown) => {
      const { value, conflict } = mergedEdit(edit, current)
      if (conflict) throw refusedBy([conflict])
      check(value, current)
      return value
    },
  }
}

/** The refusal of an undo that names all conflicts. */
export function refusedBy(conflicts: readonly ReleaseConflict[]): ReleaseRefused {
  const words = conflicts.map(({ label, fields }) => (fields.length > 0 ? `${label} (${fields.join(', ')})` : label))
  return new ReleaseRefused(
    `Nothing was undone. Other changes were published in the same fields: ${words.join('; ')}.`,
    409,
    conflicts,
  )
}
