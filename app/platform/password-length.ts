/** How long an administrator's password is, in UTF-16 code units, as HTML's minlength counts. */
export const passwordLength = { min: 12, max: 200 }

/** Characters that a passphrase of a new backup has at least: guesses at a stolen archive are not throttled. */
export const MIN_PASSPHRASE_LENGTH = 12
