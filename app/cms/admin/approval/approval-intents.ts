import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the approval form ask for. */
export const approvalIntents = defineIntents(
  {
    ask: 'ask',
    withdraw: 'withdraw',
    approve: 'approve',
    sendBack: 'send-back',
    publish: 'publish',
  },
  {
    // Their form can contain a typed note.
    keepsForm: ['ask', 'approve', 'send-back'],
  },
)
