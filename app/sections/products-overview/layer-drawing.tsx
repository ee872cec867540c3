/** Quarter of a section through something round: its core at the lower left, then its layers, numbered outwards. */
export function LayerDrawing({ layerCount }: { layerCount: number }) {
  const thickness = Math.min(MOST_THICKNESS, (SIZE - EDGE - LEAST_CORE) / layerCount)
  const core = SIZE - EDGE - layerCount * thickness
  const layers = Array.from({ length: layerCount }, (_, index) => ({
    number: index + 1,
    radius: core + (index + 1) * thickness,
  }))
  return (
    <svg className="layer-drawing" viewBox={`0 0 ${SIZE} ${SIZE}`} aria-hidden>
      {layers.toReversed().map(({ number, radius }) => (
        <path key={number} className="layer-drawing__layer" d={quarter(radius)} />
      ))}
      <path className="layer-drawing__core" d={quarter(core)} />
      {layers.map(({ number, radius }) => {
        const middle = (radius - thickness / 2) * Math.SQRT1_2
        return (
          <text key={number} className="layer-drawing__number" x={round(middle)} y={round(SIZE - middle)} dy="0.35em">
            {number}
          </text>
        )
      })}
    </svg>
  )
}

const SIZE = 240
const MOST_THICKNESS = 26
const LEAST_CORE = 80
/** Room for the outermost line. */
const EDGE = 1

function quarter(radius: number) {
  return `M0 ${round(SIZE - radius)}A${round(radius)} ${round(radius)} 0 0 1 ${round(radius)} ${SIZE}H0Z`
}

/** The same digits on the server and in every browser. */
function round(value: number) {
  return Number(value.toFixed(2))
}
