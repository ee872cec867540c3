/** What the buttons of the account page and the page of access tokens ask for. */
export const accountIntents = {
  name: 'name',
  password: 'password',
  revoke: 'revoke',
  revokeOthers: 'revoke-others',
  makeToken: 'make',
} as const
