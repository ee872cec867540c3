/** The categories of directors, by the value that content has. `not-stated`: visitors read none. */
export const CATEGORIES = {
  'not-stated': 'Not stated',
  executive: 'Executive director',
  'non-executive': 'Non-executive director',
  independent: 'Independent director',
  nominee: 'Nominee director',
} as const
type DirectorCategory = keyof typeof CATEGORIES

export const CATEGORY_IDS = Object.keys(CATEGORIES) as DirectorCategory[]

/** The choices of the form. */
export const CATEGORY_OPTIONS = CATEGORY_IDS.map((value) => ({ value, label: CATEGORIES[value] }))

/** The name of a category for visitors; empty if none is stated. */
export function categoryLabel(category: DirectorCategory): string {
  return category === 'not-stated' ? '' : CATEGORIES[category]
}
