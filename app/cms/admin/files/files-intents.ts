import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the page of files ask for. */
export const filesIntents = defineIntents({
  upload: 'upload',
  delete: 'delete',
  /** Moves unused files to the trash. */
  move: 'move',
  restore: 'restore',
  settings: 'settings',
  tidy: 'tidy',
})

/** What the buttons of the page that replaces a file ask for. */
export const replaceIntents = defineIntents({
  choose: 'choose',
  /** Makes a release of drafts. */
  draft: 'draft',
  publish: 'publish',
})

/** What the button of the page of a focus point asks for. */
export const focusIntents = defineIntents({ save: 'save' })
