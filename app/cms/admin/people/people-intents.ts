/** What the buttons of the page of people ask for. */
export const peopleIntents = {
  invite: 'invite',
  requireFactor: 'require-factor',
  requireApproval: 'require-approval',
} as const

/** All of them lead to a lasting sign-in, or take a barrier away. */
export const peopleAsksPassword = Object.values(peopleIntents)

/** What the buttons of the page of one person ask for. */
export const personIntents = {
  role: 'role',
  link: 'link',
  deactivate: 'deactivate',
  resetFactor: 'reset-factor',
  reactivate: 'reactivate',
  withdraw: 'withdraw',
} as const

export type PersonIntent = (typeof personIntents)[keyof typeof personIntents]

export const personAsksPassword = Object.values(personIntents)
