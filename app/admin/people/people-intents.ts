/** What the buttons of the page of people ask for. */
export const peopleIntents = {
  invite: 'invite',
  requireFactor: 'require-factor',
  requireApproval: 'require-approval',
} as const
