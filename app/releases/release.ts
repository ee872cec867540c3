import { z } from 'zod'

export const MOST_NAME_LENGTH = 120

const byWhom = z.object({ by: z.string(), time: z.iso.datetime() })

/** The record of a release, as its file has it. */
export const releaseRecord = z.object({
  format: z.literal(1),
  id: z.string().regex(/^[0-9a-f]{12}$/),
  name: z.string().min(1).max(MOST_NAME_LENGTH),
  /** When it is to be published: ISO 8601, UTC, to the second. */
  time: z.iso.datetime().optional(),
  state: z.enum(['open', 'scheduled', 'published', 'failed', 'undone']),
  created: byWhom,
  /** The newest change of the name, the time or the state. */
  changed: byWhom,
  /** Files that are published with it although no draft names them: paths below the uploads folder. */
  files: z.array(z.string()).default([]),
  /** Why it was not published at its moment. */
  failure: z.string().optional(),
  published: byWhom
    .extend({
      sections: z.array(
        z.object({
          section: z.string(),
          before: z.string(),
          version: z.string(),
          historyEntry: z.string().optional(),
        }),
      ),
      files: z.array(z.string()),
      /** True if the site was not running at the moment. */
      isMissed: z.boolean().default(false),
    })
    .optional(),
  undone: byWhom.optional(),
})

/** A set of drafts and files that are published at one moment. */
export type Release = Readonly<z.output<typeof releaseRecord>>

/** A place where a draft and what is published now have changed the same. */
export interface ReleaseConflict {
  /** Id and label of the section. */
  section: string
  label: string
  /** Words for the places; none if the whole is meant. */
  places: string[]
}

/** A release was not changed or published. The message is for staff; the status is that of a response. */
export class ReleaseRefused extends Error {
  override name = 'ReleaseRefused'
  constructor(
    message: string,
    readonly status: 404 | 409 | 422 = 409,
    readonly conflicts: readonly ReleaseConflict[] = [],
  ) {
    super(message)
  }
}
