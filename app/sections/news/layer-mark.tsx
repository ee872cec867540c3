/** Section of a cable: the conductor with so many layers around it. Beyond seven layers the drawing stays as it is. */
export function LayerMark({ layers }: { layers: number }) {
  const radii = Array.from({ length: Math.min(layers, MOST_LAYERS) }, (_, index) => CONDUCTOR + LAYER * (index + 1))
  return (
    <svg className="layers" viewBox={`${-SIZE / 2} ${-SIZE / 2} ${SIZE} ${SIZE}`} aria-hidden="true">
      <circle className="layers__ground" r={(radii.at(-1) ?? CONDUCTOR) + LAYER} />
      <circle className="layers__conductor" r={CONDUCTOR} />
      {radii.map((radius) => (
        <circle key={radius} className="layers__layer" r={radius} />
      ))}
    </svg>
  )
}

const CONDUCTOR = 7
const LAYER = 5.5
const MOST_LAYERS = 7
const SIZE = 2 * (CONDUCTOR + LAYER * MOST_LAYERS + 2)
