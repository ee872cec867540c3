import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the sheet ask for. */
export const sheetIntents = defineIntents(
  {
    /** Shows what the sheet changes. */
    compare: 'compare',
    /** Publishes all of it at one moment. */
    publish: 'publish',
    /** Makes a release with a draft of each grade. */
    draft: 'draft',
  },
  { keepsForm: ['compare', 'publish', 'draft'] },
)
