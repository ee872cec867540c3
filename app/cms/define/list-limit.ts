/**
 * The maximum number of entries of a list. It is not a rule of the schema, which also reads the files: a file with a
 * longer list is used as it is, see `list-length.ts`. In a module of its own, so that an editor needs no zod.
 */
export const MAX_LIST_ENTRIES = 500
