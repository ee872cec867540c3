import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the pages of the history ask for. */
export const historyIntents = defineIntents({
  undo: 'undo',
  restore: 'restore',
  restoreDraft: 'restore-draft',
  /** Restores a deleted entry of a list. */
  restoreEntry: 'bring-back',
})
