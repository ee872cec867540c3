/** What the buttons of the pages of the history ask for. */
export const historyIntents = {
  undo: 'undo',
  restore: 'restore',
  restoreDraft: 'restore-draft',
  /** Restores a deleted entry of a list. */
  restoreEntry: 'bring-back',
} as const
