import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the scripts that use a passkey ask for: the options of the browser, then the check of its answer. */
export const passkeyIntents = defineIntents({
  options: 'options',
  verify: 'verify',
})
