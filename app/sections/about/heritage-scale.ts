export interface RingMark {
  year: number
  radius: number
  isCore: boolean
  isToday: boolean
  /** Where the year is written: on its ring, and that of the core in its middle. */
  x: number
  y: number
}

/** Radii in the units of a drawing of 640, its middle at 0, 0. */
const CORE = 44
const OUTERMOST = 296

/** More rings than these would run into each other. */
const MOST_HAIRLINES = 120

/**
 * The rings of a history: distance from the core is time since the first of `years`, and the outermost ring is `today`, or
 * the last of `years` where that lies ahead. The first year is the core itself. Years may come in any order.
 */
export function ringsOf(years: number[], today: number): { hairlines: number[]; marks: RingMark[] } {
  const marked = [...new Set([...years, today])].sort((a, b) => a - b)
  const first = marked[0] ?? today
  const last = marked.at(-1) ?? today
  const span = Math.max(1, last - first)
  const radiusOf = (year: number) => round(CORE + ((year - first) / span) * (OUTERMOST - CORE))

  const between = Array.from({ length: span - 1 }, (_, index) => first + index + 1)
  return {
    hairlines: span > MOST_HAIRLINES ? [] : between.filter((year) => !marked.includes(year)).map(radiusOf),
    marks: marked.map((year, index) => {
      const radius = radiusOf(year)
      const isCore = index === 0
      const place = isCore ? { x: 0, y: 0 } : pointOn(radius, labelAngle(index, marked.length))
      return { year, radius, isCore, isToday: year === today, ...place }
    }),
  }
}

function pointOn(radius: number, angle: number) {
  return { x: round(radius * Math.cos(angle)), y: round(radius * Math.sin(angle)) }
}

/** Radians. Labels turn clockwise from ring to ring, so that those of two neighbouring years stay apart. */
function labelAngle(index: number, count: number) {
  return ((-135 + (index / (count - 1)) * 180) * Math.PI) / 180
}

/** Server and browser must write the same digits, and a tenth of a unit is less than a pixel. */
function round(value: number) {
  return Math.round(value * 10) / 10
}
