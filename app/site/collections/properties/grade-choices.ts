/** The states of a grade. A discontinued one may name its successor. */
export const STATES = { regular: 'Regular', 'on-request': 'On request', discontinued: 'Discontinued' } as const

/** The classes of cables by their rated voltage. */
export const VOLTAGES = {
  low: 'Low voltage, up to 1.1 KV',
  medium: 'Medium voltage, above 1.1 KV up to 33 KV',
  'extra-high': 'Extra high voltage, 66 KV and above',
} as const
export type VoltageClass = keyof typeof VOLTAGES

/** The class of a rated voltage, in kilovolts; undefined between two classes. */
export function voltageClassOf(kilovolts: number): VoltageClass | undefined {
  if (kilovolts <= 1.1) return 'low'
  if (kilovolts <= 33) return 'medium'
  return kilovolts >= 66 ? 'extra-high' : undefined
}

export const CURES = { none: 'None', silane: 'Silane', peroxide: 'Peroxide', irradiation: 'Irradiation' } as const

/** What a grade has to do with a standard. */
export const RELATIONS = { meets: 'Meets', suitable: 'Suitable for', tested: 'Tested to' } as const

/** What is known of a property: a value, a bound of it, that a test was passed, or words. */
export const VALUE_KINDS = {
  number: 'A number',
  range: 'A range',
  'at-least': 'At least',
  'at-most': 'At most',
  pass: 'Passed',
  text: 'Words',
} as const
export type ValueKind = keyof typeof VALUE_KINDS

export const BASES = { typical: 'Typical', specified: 'Specified' } as const

/** The keys of such a table, in its order. */
export function idsOf<Id extends string>(titles: Readonly<Record<Id, string>>): Id[] {
  return Object.keys(titles) as Id[]
}

/** The choices of a form. */
export function optionsOf(titles: Readonly<Record<string, string>>) {
  return Object.entries(titles).map(([value, label]) => ({ value, label }))
}
