/** In each folder, which may be a volume of its own: the files that the last restore has replaced. */
export const PREVIOUS = '.restore-previous'
