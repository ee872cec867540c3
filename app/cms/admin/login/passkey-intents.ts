/** What the scripts that use a passkey ask for: the options of the browser, then the check of its answer. */
export const passkeyIntents = {
  options: 'options',
  verify: 'verify',
} as const
