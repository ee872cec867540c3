import type { Temperature } from './product-page.ts'
import { temperatureAxis, type TemperatureAxis } from './temperature-axis.ts'
import './temperature-ranges.css'

/** The temperatures at which a product is applied: in large figures, and as bands on a scale. */
export function TemperatureRanges({ ranges }: { ranges: Temperature[] }) {
  return (
    <>
      <dl className="temps">
        {ranges.map(({ form, from, to }, index) => (
          <div key={index} className="temp">
            <dt>{form}</dt>
            <dd>
              {from}–{to} <small>°C</small>
            </dd>
          </div>
        ))}
      </dl>
      <TemperatureScale ranges={ranges} axis={temperatureAxis(ranges)} />
    </>
  )
}

/** Places are shares of the drawing's width, which follows its surroundings; its height and type stay as they are. */
function TemperatureScale({ ranges, axis }: { ranges: Temperature[]; axis: TemperatureAxis }) {
  return (
    <svg className="scale" role="img" aria-label={inWords(ranges)}>
      {ranges.map(({ from, to }, index) => (
        <rect
          key={index}
          className="scale__band"
          x={percent(axis.at(from))}
          width={percent(axis.at(to) - axis.at(from))}
          y="8"
          height="12"
        />
      ))}
      <path className="scale__line" d="M0 20.5h4000" />
      {axis.ticks.map((degrees) => (
        <rect key={degrees} className="scale__tick" x={percent(axis.at(degrees))} y="15" width="1" height="6" />
      ))}
      {axis.labels.map((degrees) => (
        <text key={degrees} className="scale__label" x={percent(axis.at(degrees))} y="44">
          {degrees}
          {degrees === axis.end && <tspan className="scale__unit"> °C</tspan>}
        </text>
      ))}
    </svg>
  )
}

/** `90-95 C semi-liquid and 100-105 C liquid` */
function inWords(ranges: Temperature[]) {
  return ranges.map(({ form, from, to }) => `${from}-${to} C ${form.toLowerCase()}`).join(' and ')
}

function percent(share: number) {
  return `${+(share * 100).toFixed(2)}%`
}
