/** How many entries of each kind a product page has room for. Apart from the schema, so that an editor needs no zod. */
export const MAX_KEY_FIGURES = 3
export const MAX_PROPERTIES = 5
export const MAX_SUPPLY_FACTS = 8
export const MAX_RELATED = 6
