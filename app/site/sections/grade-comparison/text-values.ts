/** Names and voltages that staff have written in texts. */

const STANDARD = /\b(?:(?:ASTM|BS|DIN|EN|IEC|IS|ISO|UL) ?[A-Z]?\d[\w.-]*(?: Part \d+)?|ITU-T [A-Z]\.\d[\w.]*)/g

/** The standards that a text names, each once: `IEC 60502-1`, `IS 7098 Part 1`, `ITU-T G.652.D`. */
export function standardsIn(text: string): string[] {
  return [...new Set(text.match(STANDARD)?.map((name) => name.replace(/[.-]$/, '')))]
}

/** A range of voltages in kilovolts. `isAbove`: the start itself is not part of it. */
export interface VoltageRange {
  from: number
  isAbove: boolean
  to: number
}

/** A number with its unit, or the first one of `1.1–33 KV`. */
const VOLTAGE = /\b\d{1,4}(?:\.\d{1,3})?(?= ?kv\b| ?[–-] ?\d{1,4}(?:\.\d{1,3})? ?kv\b)/gi

/**
 * The range that a text states: `up to 1.1 KV`, `above 1.1 KV up to 33 KV`, `66 KV and above`, `1.1–33 KV`, `33 KV`.
 * Undefined if it names no voltage.
 */
export function voltageRange(text: string): VoltageRange | undefined {
  const numbers = [...text.matchAll(VOLTAGE)].map(([number]) => Number(number))
  const [first, last] = [numbers[0], numbers.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const isAbove = /\babove \d/i.test(text)
  if (/\band above\b/i.test(text)) return { from: first, isAbove: false, to: Infinity }
  if (numbers.length > 1) return { from: first, isAbove, to: last }
  if (isAbove) return { from: first, isAbove, to: Infinity }
  return { from: /\bup to\b/i.test(text) ? 0 : first, isAbove: false, to: last }
}

/** True if the highest voltage that a product is for is in the range of a class. */
export function isInClass({ from, to }: VoltageRange, voltageClass: VoltageRange): boolean {
  const highest = to === Infinity ? from : to
  const isAboveStart = voltageClass.isAbove ? highest > voltageClass.from : highest >= voltageClass.from
  return isAboveStart && highest <= voltageClass.to
}
