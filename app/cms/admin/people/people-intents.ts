import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the page of people ask for. */
export const peopleIntents = defineIntents(
  {
    invite: 'invite',
    requireFactor: 'require-factor',
    requireApproval: 'require-approval',
  },
  {
    keepsForm: ['invite'],
    // All of them lead to a lasting sign-in, or take a barrier away.
    asksPassword: 'all',
  },
)

/** What the buttons of the page of one person ask for. */
export const personIntents = defineIntents(
  {
    role: 'role',
    link: 'link',
    deactivate: 'deactivate',
    resetFactor: 'reset-factor',
    reactivate: 'reactivate',
    withdraw: 'withdraw',
  },
  { asksPassword: 'all' },
)

export type PersonIntent = (typeof personIntents)[keyof typeof personIntents]
