/** What the buttons of the page of the second factor ask for. */
export const factorIntents = {
  appStart: 'totp-start',
  appConfirm: 'totp-confirm',
  appCancel: 'totp-cancel',
  appRemove: 'totp-remove',
  recoveryCodes: 'recovery-codes',
  passkeyAdd: 'passkey-add',
  passkeyRemove: 'passkey-remove',
} as const

/** The confirmation of an app and the new passkey belong to a setup that has asked for the password at its start. */
export const factorAsksPassword = [
  factorIntents.appStart,
  factorIntents.appRemove,
  factorIntents.recoveryCodes,
  factorIntents.passkeyRemove,
] as const
