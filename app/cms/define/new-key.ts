/** The key in the address of the form of a new entry. The entry gets a key of its title when it is saved first. */
export const NEW_KEY = 'new'
