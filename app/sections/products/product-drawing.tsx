/** Stands where a product has no image: a three-core cable in section, in the line colours of its surroundings. */
export function ProductDrawing() {
  return (
    <svg className="product-drawing" viewBox="0 0 200 200" fill="none" stroke="currentColor" aria-hidden>
      <circle cx="100" cy="100" r="92" />
      <circle cx="100" cy="100" r="85" />
      <circle className="product-drawing__armour" cx="100" cy="100" r="79" />
      <circle cx="100" cy="100" r="73" />
      {CORES.map(({ x, y }) => (
        <g key={x}>
          <circle cx={x} cy={y} r="31.5" />
          <circle cx={x} cy={y} r="24" />
          <circle className="product-drawing__conductor" cx={x} cy={y} r="16" />
        </g>
      ))}
    </svg>
  )
}

/** Three cores of radius 31.5 that touch each other around the centre at 100, 100. */
const CORES = [
  { x: 100, y: 63.6 },
  { x: 131.5, y: 118.2 },
  { x: 68.5, y: 118.2 },
]
