import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of a collection ask for. */
export const collectionIntents = defineIntents({
  /** Opens the form of a new entry. */
  make: 'make',
  /** Removes an entry from the website. */
  remove: 'remove',
  /** Saves a draft that removes it. */
  draftRemoval: 'draft-removal',
})
