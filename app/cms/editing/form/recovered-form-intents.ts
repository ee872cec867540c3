import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What is asked for about a form that was typed before its session ended. */
export const recoveredFormIntents = defineIntents({
  /** Shows it in its page again. */
  use: 'use',
})
