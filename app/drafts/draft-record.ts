import { z } from 'zod'
import { jsonText } from '#app/storage/json-text.ts'

/** The file of a revision. */
export const draftRecord = jsonText(
  z.object({
    /** Another layout needs another number. */
    format: z.literal(1),
    base: z.object({ version: z.string(), content: z.unknown() }),
    /** Null: the draft was discarded. */
    content: z.record(z.string(), z.unknown()).nullable(),
    author: z.string(),
    authors: z.array(z.string()),
    time: z.iso.datetime(),
  }),
)

export type DraftRecord = z.output<typeof draftRecord>

/** The folder below that of a section that holds its draft outside any release. */
export const NO_RELEASE = 'draft'

/** An id that is the name of a folder on every system. Throws a TypeError for others. */
export function releaseFolder(release: string | undefined): string {
  if (release === undefined) return NO_RELEASE
  if (release === NO_RELEASE || !isRelease(release)) throw new TypeError(`“${release}” is no id of a release`)
  return release
}

export function isRelease(name: string) {
  return /^[\da-z][\da-z-]{0,63}$/i.test(name)
}

/**
 * The id of the revision after `previous`. Ids sort in the order of the revisions, whatever the clock says. The random part
 * keeps a form of a draft that is gone from fitting a later draft.
 */
export function nextRevision(previous: string | undefined, random: string): string {
  const count = previous === undefined ? 0 : Number.parseInt(previous, 10)
  return `${String(count + 1).padStart(8, '0')}-${random}`
}

/** The revision that a file holds; undefined for other files. */
export function revisionOf(fileName: string): string | undefined {
  return /^(\d{8}-[\da-f]{8})\.json$/.exec(fileName)?.[1]
}
