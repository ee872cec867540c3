import type { KeyFigure } from './key-figures.ts'

/**
 * How the last value differs from the one before it: in per cent, or in points if the values are per cent themselves.
 * Undefined if a value is missing, or if a percentage of zero or of a loss would say nothing.
 */
export function changeOnYear({ values, unit }: Pick<KeyFigure, 'values' | 'unit'>): string | undefined {
  const [before, last] = values.slice(-2).map(numberOf)
  if (before === undefined || last === undefined) return undefined
  if (unit === '%') return `${signed(last - before)} points`
  return before > 0 ? `${signed(((last - before) / before) * 100)} %` : undefined
}

function signed(difference: number) {
  const text = Math.abs(difference).toFixed(1)
  if (text === '0.0') return text
  return difference < 0 ? `−${text}` : `+${text}`
}

/** The number that a value of a figure says, with or without commas between its digits. */
export function numberOf(value: string): number {
  return Number(value.replaceAll(',', ''))
}
