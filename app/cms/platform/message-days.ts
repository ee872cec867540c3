/**
 * Days from its arrival for which a contact message is kept. `least`: whatever a person or a rule does, because the
 * law asks for a year, which may be a leap year (Digital Personal Data Protection Rules 2025, rule 8). `usual`: unless
 * set, three years. `most`: the longest period that can be set, eight years. `leastSpam`: the shortest that can be set for
 * suspected spam, if counsel finds that the year does not hold for it.
 */
export const MESSAGE_DAYS = { least: 366, usual: 1096, most: 2922, leastSpam: 30 }
