/** What the buttons of the account page ask for. The form of the password has a field for the current one. */
export const accountIntents = {
  name: 'name',
  password: 'password',
  revoke: 'revoke',
  revokeOthers: 'revoke-others',
} as const

/** What the buttons of the page of access tokens ask for. */
export const tokenIntents = {
  make: 'make',
  revoke: 'revoke',
} as const

/** An access token works for a year. */
export const tokenAsksPassword = [tokenIntents.make] as const
