/** What a column of the grade table shows of a grade. */
export const COLUMN_SOURCES = {
  property: 'Values of a property',
  temperature: 'Conductor temperature',
  cure: 'Cure',
} as const
