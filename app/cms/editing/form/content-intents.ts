/**
 * What the buttons of the content forms ask for: the editors of sections and of list entries, and the banner of their
 * drafts. The buttons, the actions and the guard use these names, so that none of them can miss a renamed one.
 */
export const contentIntents = {
  /** Publishes. */
  save: 'save',
  draft: 'draft',
  /** Saves as a draft, then asks for its approval. */
  ask: 'ask',
  /** Shows the form again, with its Markdown text rendered. */
  preview: 'preview',
  /** Shows the public page with the content of the form. */
  previewPage: 'preview-page',
  /** Deletes an entry, or discards the draft of a section. */
  delete: 'delete',
  /** Restores an earlier version, a deleted entry or a discarded draft. */
  restore: 'restore',
  publishDraft: 'publish',
  /** Decides the conflicts of a draft. */
  choose: 'choose',
  up: 'up',
  down: 'down',
  move: 'move',
} as const

/** The intents that save what was typed. The guard stores such a form if its session has ended. */
export const savingIntents = [contentIntents.save, contentIntents.draft, contentIntents.ask] as const

/** True for an intent that saves what was typed. */
export function isSavingIntent(intent: unknown): boolean {
  return savingIntents.some((saving) => saving === intent)
}
