import { numberOf } from './change-on-year.ts'
import type { KeyFigure } from './key-figures.ts'
import './figure-bars.css'

interface FigureBarsProps {
  years: string[]
  figure: Pick<KeyFigure, 'name' | 'unit' | 'values'>
}

/** A bar for each year from zero; the last one is marked. The values are also in the text alternative. */
export function FigureBars({ years, figure: { name, unit, values } }: FigureBarsProps) {
  const numbers = values.map(numberOf)
  const top = Math.max(0, ...numbers)
  const bottom = Math.min(0, ...numbers)
  const scale = HEIGHT / (top - bottom || 1)
  const text = values.map((value, index) => `${years[index]}: ${value}`).join(', ')
  return (
    <svg
      viewBox={`0 0 ${values.length * STEP - GAP} ${HEIGHT}`}
      role="img"
      aria-label={`${name} in ${unit}. ${text}`}
      className="bars"
    >
      {numbers.map((number, index) => (
        <rect
          key={index}
          className={index === numbers.length - 1 ? 'bars__last' : undefined}
          x={index * STEP}
          y={round((top - Math.max(0, number)) * scale)}
          width={STEP - GAP}
          height={round(Math.max(1, Math.abs(number) * scale))}
        />
      ))}
    </svg>
  )
}

const HEIGHT = 44
const STEP = 18
const GAP = 6

/** So that the server and every browser write the same digits. */
function round(value: number) {
  return Number(value.toFixed(1))
}
