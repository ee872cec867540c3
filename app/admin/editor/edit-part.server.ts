import { VersionConflict } from '#app/content/store/errors.ts'
import { listDifferences } from '#app/content/compare/content-differences.ts'
import { contentAt } from './content-at.server.ts'

interface PartEdit<Result> {
  /** Version of the section the edit was asked for. */
  version: string
  /** Takes what the edit depends on out of the section's content. */
  select: (content: unknown) => unknown
  /** Makes the edit over a version. */
  edit: (version: string) => Promise<Result>
}

/**
 * Makes an edit of a part of a section, also over a later version than it was asked for as long as that part is still as it
 * was. Rejects as `edit` does, with VersionConflict where the part has changed or history no longer tells.
 */
export async function editPart<Result>({ version, select, edit }: PartEdit<Result>): Promise<Result> {
  try {
    return await edit(version)
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error
    const base = await contentAt(error.section, version)
    if (!base || listDifferences(select(base.value), select(error.current.value)).length > 0) throw error
    return edit(error.current.version)
  }
}
