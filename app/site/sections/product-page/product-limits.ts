/** Maximum number of entries of each kind on a product page. Not in the schema, so that an editor needs no zod. */
export const MAX_KEY_FIGURES = 3
export const MAX_COLUMNS = 5
export const MAX_SUPPLY_FACTS = 8
export const MAX_RELATED = 6
