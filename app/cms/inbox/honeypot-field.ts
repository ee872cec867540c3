/**
 * Honeypot: a form field that is hidden from users and assistive technology. Bots fill it in. Its name is none that
 * browsers, password managers and other form fillers know.
 */
export const HONEYPOT_FIELD = 'remarks'

/** Also the name in pages that were opened before an upgrade. Form fillers know that name, as the address of a site. */
export const HONEYPOT_FIELDS = [HONEYPOT_FIELD, 'website'] as const
