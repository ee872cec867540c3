/** What the buttons of the approval form ask for. */
export const approvalIntents = {
  ask: 'ask',
  withdraw: 'withdraw',
  approve: 'approve',
  sendBack: 'send-back',
  publish: 'publish',
} as const

/** The intents whose form can contain a typed note. */
export const notedIntents = [approvalIntents.ask, approvalIntents.approve, approvalIntents.sendBack] as const
