import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of a collection ask for. */
export const collectionIntents = defineIntents(
  {
    /** Opens the form of a new entry. */
    make: 'make',
    /** Hides the chosen entries. */
    hide: 'hide',
    /** Shows the chosen entries on the website. */
    show: 'show',
    /** Moves an entry to another place in the order. */
    move: 'move',
    /** Writes the last valid versions of the chosen entries to their missing or broken files. */
    writeBack: 'write-back',
    /** Removes an entry, or the chosen ones, from the website. */
    remove: 'remove',
    /** Undoes the last change of several entries. */
    restore: 'restore',
    /** Saves a draft that removes it. */
    draftRemoval: 'draft-removal',
  },
  // Their forms contain a typed title, or ticked entries.
  { keepsForm: ['make', 'hide', 'show', 'write-back'] },
)
