/** The length of a password in UTF-16 code units, as HTML's minlength counts. */
export const passwordLength = { min: 12, max: 200 }

/** The least characters of a new backup's passphrase: guesses at a stolen archive are not throttled. */
export const MIN_PASSPHRASE_LENGTH = 12
