/**
 * The list of the messages that were sealed, erased or corrected, below `data`. No backup contains it and no restore
 * replaces it, so that what a restore brings back is sealed, erased or corrected again. It has no personal data: hashes of
 * ids, and times.
 */
export const ERASURES_FILE = 'erasures.json'
