import { listDifferences } from '#app/cms/content/compare/content-differences.ts'
import { collisionsToResolve } from '#app/cms/content/compare/resolve-collision.ts'
import type { EffectiveDraft } from '#app/cms/publishing/drafts/draft.ts'
import { formatTimeInSentence } from '#app/cms/platform/format/time.ts'
import { visitorsOf } from '#app/cms/admin/collection/former-page.ts'
import type { SaveReply } from '#app/cms/editing/form/save-reply.ts'
import { asFormValue } from '#app/cms/editing/server/merge-conflict.server.ts'
import type { SectionDefinition } from '#app/cms/define/define-section.ts'
import { schemaLabels } from '#app/cms/content/compare/schema-labels.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { DraftView } from './draft-banner.tsx'
import { changesAddress, formVersion } from '#app/cms/editing/server/draft-ref.server.ts'

/** Most labels of fields that are named. */
const MAX_LABELS = 20

interface DraftForm {
  value: unknown
  version: string
  invalidFields: SaveReply | undefined
}

/**
 * The draft of a section as its editor shows it. If the draft has conflicts, `invalidFields` makes the form ask which side to
 * keep.
 */
export function draftToEdit(section: SectionDefinition, draft: EffectiveDraft): DraftForm {
  const { value, version } = draft
  const token = formVersion(version, draft.draft)
  const conflict = conflictingFields(section, draft)
  return {
    value,
    version: token,
    invalidFields:
      conflict.length === 0
        ? undefined
        : {
            result: { status: 'success', initialValue: asFormValue(value) },
            version: token,
            conflict,
            isDraftConflict: true,
          },
  }
}

/** What the banner shows about a draft: who saved it and when, and which fields differ from the published content. */
export function viewOfDraft(section: SectionDefinition, { draft, value, version }: EffectiveDraft): DraftView {
  const { content, definition } = currentSite()
  const published = content.find(section)?.value
  const labels = listDifferences(value, published, { fieldLabels: schemaLabels(section.schema) }).map(
    ({ label }) => label,
  )
  return {
    author: currentSite().auth.accounts.nameOf(draft.author),
    time: draft.time,
    when: formatTimeInSentence(draft.time),
    visitors:
      draft.removes && definition.redirects && hasOwnPage(section)
        ? visitorsOf(section.page, draft.visitorsGoTo ?? '', 'later')
        : undefined,
    isPublished: published !== undefined,
    changes: labels.length,
    labels: shownLabels(labels),
    changesHref: changesAddress({ section, release: draft.release }),
    version: formVersion(version, draft),
  }
}

/** True for an entry that has a page of its own. */
function hasOwnPage({ entry }: SectionDefinition) {
  return currentSite().definition.collections.some(({ id, page }) => id === entry?.collection && page !== undefined)
}

/** The labels of fields as they are named to a person: each once, and not too many. */
function shownLabels(labels: readonly string[]): string[] {
  return [...new Set(labels)].slice(0, MAX_LABELS)
}

/** The places that a draft and a later publication have changed differently. */
function conflictingFields(section: SectionDefinition, { value, conflicts }: EffectiveDraft) {
  const isValid = (content: unknown) => section.schema.safeParse(content).success
  return collisionsToResolve({ value, collisions: [...conflicts] }, schemaLabels(section.schema), isValid)
}
