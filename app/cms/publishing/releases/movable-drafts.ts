import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import type { Draft } from '#app/cms/publishing/drafts/draft.ts'
import { ReleaseRefused } from './release-format.ts'

/** Throws ReleaseRefused if a section would have two drafts outside releases. */
export function requireDetachable(own: readonly Pick<Draft, 'section'>[], drafts: readonly Draft[]): void {
  const ids = own.map(({ section }) => section.id)
  const outside = new Set(drafts.flatMap((draft) => (draft.release ? [] : draft.section.id)))
  const labelsOf = (taken: readonly Pick<Draft, 'section'>[]) =>
    [...new Set(taken.map(({ section }) => section.label))].join(', ')
  const taken = own.filter(({ section }) => outside.has(section.id))
  if (taken.length > 0) {
    throw new ReleaseRefused(
      `These sections already have a draft outside any release: ${labelsOf(taken)}. Publish or discard these drafts first.`,
    )
  }
  const twice = own.filter(({ section }, at) => ids.indexOf(section.id) !== at)
  if (twice.length > 0) {
    throw new ReleaseRefused(
      `Several of these releases have a draft of ${labelsOf(twice)}. Delete them one by one, or discard their drafts.`,
    )
  }
}

/** Throws ReleaseRefused (404) if there is no draft to move, and ReleaseRefused if there is one where it would go. */
export function requireMovable(
  section: SectionDefinition,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  all: readonly Draft[],
): void {
  const drafts = all.filter((draft) => draft.section.id === section.id)
  if (!drafts.some(({ release }) => release === from)) throw new ReleaseRefused('This draft no longer exists.', 404)
  if (drafts.some(({ release }) => release === to)) {
    const where = to === undefined ? 'outside any release' : 'in that release'
    throw new ReleaseRefused(`${section.label} has a draft ${where} already. Publish or discard it first.`)
  }
}
