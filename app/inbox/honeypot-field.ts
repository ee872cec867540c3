/**
 * Honeypot: a form field that is hidden from users and assistive technology. Bots fill it in. Browsers do not
 * automatically fill in a field of this name.
 */
export const HONEYPOT_FIELD = 'website'
