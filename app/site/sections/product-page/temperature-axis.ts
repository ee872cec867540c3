import type { Temperature } from './product-page.ts'

export interface TemperatureAxis {
  /** Both ends, in degrees Celsius. */
  start: number
  end: number
  /** Temperatures with a label below the axis, both ends included. */
  labels: number[]
  /** Temperatures with a tick: five per label. */
  ticks: number[]
  /** Position of a temperature on the axis, from 0 to 1. */
  at: (degrees: number) => number
}

/** An axis that extends beyond all ranges at both ends, labelled at round figures. `ranges` must not be empty. */
export function temperatureAxis(ranges: Pick<Temperature, 'from' | 'to'>[]): TemperatureAxis {
  const lowest = Math.min(...ranges.map(({ from }) => from))
  const highest = Math.max(...ranges.map(({ to }) => to))
  const step = STEPS.find((candidate) => (highest - lowest) / candidate <= MAX_STEPS) ?? MAX_STEP
  const start = (Math.ceil(lowest / step) - 1) * step
  const end = (Math.floor(highest / step) + 1) * step
  return {
    start,
    end,
    labels: ticksBetween(start, end, step),
    ticks: ticksBetween(start, end, step / TICKS_PER_STEP),
    at: (degrees) => (degrees - start) / (end - start),
  }
}

const STEPS = [5, 10, 20, 50]
const MAX_STEP = 200
const TICKS_PER_STEP = 5
/** With more steps, the ends of two labels would touch each other on a phone. */
const MAX_STEPS = 5

function ticksBetween(start: number, end: number, step: number) {
  return Array.from({ length: Math.round((end - start) / step) + 1 }, (_, index) => start + index * step)
}
