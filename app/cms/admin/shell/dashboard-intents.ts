import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the dashboard ask for. */
export const dashboardIntents = defineIntents({
  /** Writes the last valid version of a section to its broken file. */
  writeBack: 'write-back',
})
