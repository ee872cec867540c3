import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the account page ask for. The form of the password has a field for the current one. */
export const accountIntents = defineIntents(
  {
    name: 'name',
    password: 'password',
    revoke: 'revoke',
    revokeOthers: 'revoke-others',
  },
  { keepsForm: ['name'] },
)

/** What the buttons of the page of access tokens ask for. */
export const tokenIntents = defineIntents(
  {
    make: 'make',
    revoke: 'revoke',
  },
  {
    keepsForm: ['make'],
    // An access token works for a year.
    asksPassword: ['make'],
  },
)
