/**
 * Numbers as they stand on a data sheet. They are kept as text, so that `0.30` keeps its decimals and nothing is rounded.
 */

const NUMBER = /^-?\d{1,12}(?:\.\d{1,9})?(?:e-?\d{1,3})?$/
const POWER_OF_TEN = /^(?:(-?\d+(?:\.\d+)?)[x×·*])?10\^?([+-]?\d{1,3})$/

/**
 * A typed number in the form in which it is kept: `15,5` is 15.5, `2,400,000` is 2400000, `1 × 10^14` is 1e14. Undefined
 * for anything else, such as a number with its unit, and for `1,234`, which can be read in two ways.
 */
export function readNumber(typed: string): string | undefined {
  const text = typed
    .replace(/[\s\u00a0\u202f]/g, '')
    .replace(/^[\u2212\u2013]/, '-')
    .replace(/^\+/, '')
    .toLowerCase()
    .replace(/e\+/, 'e')
  if (NUMBER.test(text)) return text
  const power = /\^|[x×·*]/.test(text) ? POWER_OF_TEN.exec(superscriptsAsDigits(text)) : null
  if (power) return `${power[1] ?? '1'}e${Number(power[2])}`
  if (/^-?\d{1,3}(?:,\d{3}){2,}(?:\.\d+)?$/.test(text) || /^-?\d{1,3},\d{3}\.\d+$/.test(text)) {
    return readNumber(text.replaceAll(',', ''))
  }
  // Three digits after one comma may be decimals or thousands, unless the number begins with 0.
  if (/^-?\d+,\d+$/.test(text) && (!/^-?\d{1,3},\d{3}$/.test(text) || /^-?0,/.test(text))) {
    return readNumber(text.replace(',', '.'))
  }
  return undefined
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'

function superscriptsAsDigits(text: string) {
  return text.replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit))).replace('⁻', '-')
}

/** The decimals of a number that {@link readNumber} has made. */
export function decimalsOf(number: string): number {
  return /\.(\d+)/.exec(number)?.[1]?.length ?? 0
}

/** The number as visitors read it: `2,400`, `−40`, `1 × 10¹⁴`. */
export function shownNumber(number: string): string {
  const [mantissa = '', exponent] = number.split('e')
  const [whole = '', decimals] = mantissa.replace('-', '\u2212').split('.')
  const grouped = grouping(whole)
  const shown = decimals === undefined ? grouped : `${grouped}.${decimals}`
  if (exponent === undefined) return shown
  const raised = exponent.replace('-', '⁻').replace(/\d/g, (digit) => SUPERSCRIPTS[Number(digit)] ?? digit)
  return `${shown} × 10${raised}`
}

/** A unit as it stands after a number: `MPa`, `× 0.1 mm`. */
export function unitAfterNumber(unit: string): string {
  return /^\d/.test(unit) ? `×\u00a0${unit}` : unit
}

/** `2400` as `2,400`. */
function grouping(whole: string): string {
  const digits = whole.replace('\u2212', '')
  const groups: string[] = []
  for (let end = digits.length; end > 0; end -= 3) groups.unshift(digits.slice(Math.max(0, end - 3), end))
  return (whole === digits ? '' : '\u2212') + groups.join(',')
}
