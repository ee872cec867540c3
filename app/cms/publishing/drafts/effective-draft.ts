import { mergeContent } from '#app/cms/content/compare/merge-content.ts'
import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import type { ContentStore } from '#app/cms/content/store/store.types.ts'
import { baseOf, resultOf, type Draft, type EffectiveDraft } from './draft.ts'
import type { DraftFolder } from './stored-drafts.server.ts'

/** The draft of a folder merged with what is published now; undefined if there is none. */
export function effectiveDraft(
  content: Pick<ContentStore, 'find'>,
  folder: DraftFolder | undefined,
): EffectiveDraft | undefined {
  if (!folder?.draft) return undefined
  const published = content.find(folder.section)
  const { draft, effective: known } = folder
  const isGone = folder.section.entry !== undefined && !published && draft.base.version !== ''
  const version = published?.version ?? (isGone ? '' : draft.base.version)
  if (known?.draft === draft && known.version === version) return known
  const current = published ? published.value : isGone ? undefined : baseOf(draft)
  folder.effective = mergeDraft(draft, version, current)
  return folder.effective
}

function mergeDraft(draft: Draft, version: string, published: unknown): EffectiveDraft {
  const result = resultOf(draft)
  if (version === draft.base.version) return { draft, value: result, version, conflicts: [] }
  const sides = { base: { value: baseOf(draft) }, mine: result, theirs: published }
  const { value, collisions, refused } = mergeContent(draft.section.schema, sides)
  return { draft, value, version, conflicts: collisions, refused }
}

/** True if two contents do not differ for their readers. */
export function isSame(one: unknown, other: unknown) {
  return listDifferences(one, other).length === 0
}
