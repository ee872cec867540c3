import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the screen for personal data ask for. */
export const privacyIntents = defineIntents(
  {
    seal: 'seal',
    unseal: 'unseal',
    erase: 'erase',
    /** Notes a request of a person. */
    add: 'add',
    answer: 'answer',
  },
  { asksPassword: ['seal', 'unseal', 'erase'], keepsForm: ['add'] },
)

/** What the form that corrects a message asks for. */
export const correctionIntents = defineIntents(
  { correct: 'correct' },
  { asksPassword: ['correct'], keepsForm: ['correct'] },
)

/** What the buttons of the screen for breaches ask for. */
export const breachIntents = defineIntents({ end: 'end', done: 'done', undone: 'undone' }, { keepsForm: ['end'] })

/** What the form that starts the clock of a breach asks for. */
export const breachStartIntents = defineIntents({ start: 'start' }, { keepsForm: ['start'] })
