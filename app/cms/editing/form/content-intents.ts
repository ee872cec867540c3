import { defineIntents } from '#app/cms/platform/http/intents.ts'

const SAVING = ['save', 'draft', 'ask'] as const

/**
 * What the buttons of the content forms ask for: the editors of sections, and the banner of their drafts.
 */
export const contentIntents = defineIntents(
  {
    /** Publishes. */
    save: 'save',
    draft: 'draft',
    /** Saves as a draft, then asks for its approval. */
    ask: 'ask',
    /** Shows the form again, with its Markdown text rendered. */
    preview: 'preview',
    /** Shows what a pasted table would change in a list. The value of the button also names the list. */
    paste: 'paste',
    /** Takes the rows of the table into the form. */
    take: 'take',
    /** Shows the public page with the content of the form. */
    previewPage: 'preview-page',
    /** Discards the draft of a section. */
    delete: 'delete',
    /** Restores an earlier version, a deleted entry or a discarded draft. */
    restore: 'restore',
    publishDraft: 'publish',
  },
  { keepsForm: [...SAVING, 'paste', 'take', 'preview'] },
)

/** True for an intent that saves what was typed. */
export function isSavingIntent(intent: string | undefined): boolean {
  return SAVING.some((one) => one === intent)
}
