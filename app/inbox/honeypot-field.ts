/**
 * Honeypot: a form field that is hidden from users and assistive technology. Bots fill it in. Browsers do not fill in a field
 * of this name by themselves.
 */
export const HONEYPOT_FIELD = 'website'
