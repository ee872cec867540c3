/** The groups of properties, in the order of a data sheet. */
export const PROPERTY_GROUPS = {
  physical: 'Physical',
  mechanical: 'Mechanical',
  thermal: 'Thermal',
  electrical: 'Electrical',
  fire: 'Fire',
  ageing: 'Ageing',
  processing: 'Processing',
} as const
export type PropertyGroup = keyof typeof PROPERTY_GROUPS

export const PROPERTY_GROUP_IDS = Object.keys(PROPERTY_GROUPS) as PropertyGroup[]

/** Which of two values of a property is the better one. */
export const BETTER = { higher: 'The higher value', lower: 'The lower value', none: 'Neither' } as const
export const BETTER_VALUES = Object.keys(BETTER) as (keyof typeof BETTER)[]
