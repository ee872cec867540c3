/**
 * Days from its arrival for which a contact message is kept. `least`: whatever a person or a rule does, because the
 * law asks for a year, which may be a leap year (Digital Personal Data Protection Rules 2025, rule 8). `usual`: unless
 * set, three years. `most`: the longest period that can be set, eight years.
 */
export const MESSAGE_DAYS = { least: 366, usual: 1096, most: 2922 }
