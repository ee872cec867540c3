/** How long an administrator's password is, in UTF-16 code units, as HTML's minlength counts. */
export const passwordLength = { min: 12, max: 200 }
