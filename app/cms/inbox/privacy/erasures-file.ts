/**
 * The list of the messages that were sealed or erased, below `data`. No backup contains it and no restore replaces it, so
 * that a restored message is sealed or erased again. It has no personal data: hashes of ids, and days.
 */
export const ERASURES_FILE = 'erasures.json'
