import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the screen for personal data ask for. */
export const privacyIntents = defineIntents(
  {
    seal: 'seal',
    erase: 'erase',
    /** Notes a request of a person. */
    add: 'add',
    answer: 'answer',
  },
  { asksPassword: ['seal', 'erase'], keepsForm: ['add'] },
)
