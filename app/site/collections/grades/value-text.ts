import type { GradeValue } from './grade-schema.ts'
import { shownNumber } from './number-text.ts'

/** A value as visitors read it, without its unit: `15.5`, `90–95`, `≥ 12.5`, `Passed`, `Semi-liquid`. */
export function valueText({ kind, value, to }: Pick<GradeValue, 'kind' | 'value' | 'to'>): string {
  switch (kind) {
    case 'number':
      return shownNumber(value)
    case 'range':
      return `${shownNumber(value)}–${shownNumber(to)}`
    case 'at-least':
      return `≥ ${shownNumber(value)}`
    case 'at-most':
      return `≤ ${shownNumber(value)}`
    case 'pass':
      return value === '' ? 'Passed' : value
    case 'text':
      return value
  }
}

/** A value with what it depends on: `15.5 (IEC 60811-501, 23 °C, specified)`. */
export function valueStatement(value: GradeValue): string {
  const { method, condition, basis } = value
  const by = [method, condition, basis === 'specified' ? basis : ''].filter((part) => part !== '')
  return by.length === 0 ? valueText(value) : `${valueText(value)} (${by.join(', ')})`
}
