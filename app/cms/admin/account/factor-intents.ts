import { defineIntents } from '#app/cms/platform/http/intents.ts'

/** What the buttons of the page of the second factor ask for. */
export const factorIntents = defineIntents(
  {
    appStart: 'totp-start',
    appConfirm: 'totp-confirm',
    appCancel: 'totp-cancel',
    appRemove: 'totp-remove',
    recoveryCodes: 'recovery-codes',
    passkeyAdd: 'passkey-add',
    passkeyRemove: 'passkey-remove',
  },
  {
    // The confirmation of an app and the new passkey belong to a setup that has asked for the password at its start.
    asksPassword: ['totp-start', 'totp-remove', 'recovery-codes', 'passkey-remove'],
  },
)
