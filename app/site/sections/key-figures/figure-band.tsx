import { changeOnYear, numberOf } from './change-on-year.ts'
import type { KeyFigure } from './key-figures.ts'
import './figure-band.css'

interface FigureBandProps {
  years: string[]
  figures: KeyFigure[]
}

/** The figures of the last year side by side: value, change on the year before, and a bar for each year. */
export function FigureBand({ years, figures }: FigureBandProps) {
  if (figures.length === 0) return null
  const [year = '', yearBefore = ''] = [years.at(-1), years.at(-2)]
  return (
    <div className="kpis">
      <p className="kpis__years">
        Year {year}, and change on {yearBefore}
      </p>
      <dl>
        {figures.map((figure) => (
          <Figure key={figure._id} years={years} figure={figure} />
        ))}
      </dl>
    </div>
  )
}

function Figure({ years, figure }: { years: string[]; figure: KeyFigure }) {
  const { name, unit, values } = figure
  const change = changeOnYear(figure)
  return (
    <div className="kpi">
      <dt>
        {name}
        {unit !== '%' && <span>, {unit}</span>}
      </dt>
      <dd className="kpi__value">
        {values.at(-1)}
        {unit === '%' && <span> %</span>}
      </dd>
      <dd className="kpi__bars">
        <Bars years={years} figure={figure} />
      </dd>
      {change !== undefined && <dd className="kpi__change">{change}</dd>}
    </div>
  )
}

/** A bar for each year from zero; the last one is marked. The values are also in the text alternative. */
function Bars({ years, figure: { name, unit, values } }: { years: string[]; figure: KeyFigure }) {
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
