import { ringsOf, type RingMark } from './heritage-scale.ts'

/**
 * The years as rings around a core: a hairline for each, a heavy one for each year that stands in the list beside it, and
 * the outermost for today. Decorative: the list says the same in words.
 */
export function HeritageRings({ years, today }: { years: number[]; today: number }) {
  const { hairlines, marks } = ringsOf(years, today)
  return (
    <svg className="rings" viewBox="-320 -320 640 640" aria-hidden="true" focusable="false">
      {hairlines.map((radius) => (
        <circle key={radius} className="rings__year" r={radius} />
      ))}
      {marks.map((mark) => (
        <circle key={mark.year} className={markClass(mark)} r={mark.radius} />
      ))}
      {/* After all circles, so that no ring runs through a label. */}
      {marks.map(({ year, isCore, x, y }, index) => (
        <g key={index} transform={`translate(${x} ${y})`}>
          {!isCore && <rect className="rings__gap" x="-36" y="-17" width="72" height="34" rx="17" />}
          <text className={isCore ? 'rings__label rings__label--core' : 'rings__label'} dy="0.35em">
            {year}
          </text>
        </g>
      ))}
    </svg>
  )
}

function markClass({ isCore, isToday }: RingMark) {
  if (isCore) return 'rings__core'
  return isToday ? 'rings__mark rings__mark--today' : 'rings__mark'
}
