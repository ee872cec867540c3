import { foldText } from '#app/cms/platform/format/fold-text.ts'
import { voltageClassOf, type VoltageClass } from '#app/site/collections/properties/grade-choices.ts'
import { splitWords } from '#app/site/collections/grades/standards.ts'

/** A name without what people leave out when they type it: `PV 90 S` is `pv90s`. */
export function squeezed(name: string): string {
  return foldText(name).replace(/[\s\p{Pd}_]/gu, '')
}

/**
 * How a row of typed words stands among the words of {@link wordsOfGrade}: the last one may be the beginning of a longer
 * word, or its plural. Short ones, and those that end in a number, have to be all of it.
 */
export function patternOf(typed: readonly string[]): string {
  const row = typed.join(' ')
  const last = typed.at(-1) ?? ''
  if (last.length < 3 || /\d$/.test(last)) return ` ${row} `
  return ` ${last.length > 3 && last.endsWith('s') ? row.slice(0, -1) : row}`
}

const NUMBER = String.raw`\d+(?:[.,]\d+)?`

/** `33 kV`, `0.6/1 kV`, `6.35/11 (12) kV`, `650/1100 V`. Not `UL 94 V-0`. */
const VOLTAGE = new RegExp(
  String.raw`(?<![\p{L}\d.,-])(${NUMBER}(?: ?[/-] ?${NUMBER})*)(?: ?\(${NUMBER}\))? ?(k?)v(?:olts?)?(?![\p{L}\d-])`,
  'gu',
)

const NAMED_VOLTAGE = /(?<![\p{L}-])(?:(low|medium|extra[\s-]high)[\s-]voltage|(lv|mv|ehv))(?![\p{L}\d])/gu

const NAMED_CLASSES: Readonly<Record<string, VoltageClass>> = {
  ...{ low: 'low', medium: 'medium', lv: 'low', mv: 'medium', ehv: 'extra-high' },
}

/** `90 °C`, `90C`, `−40 °C`, `90 deg C`. */
const TEMPERATURE = /(?<![\p{L}\d.,°-])(-?\d{2,3}) ?(?:[°º]|deg(?:ree)?s?\.?)? ?c(?:elsius)?(?![\p{L}\d])/gu

/** A voltage as a word of what is said of a grade. No grade has that of no class. */
function voltageWord(voltage: VoltageClass | undefined): string {
  return `voltage:${voltage ?? 'none'}`
}

function isVoltage(word: string) {
  return word.startsWith('voltage:')
}

/** A temperature as such a word. */
function temperatureWord(degrees: string): string {
  return `${degrees}°c`
}

/** The voltages and temperatures of a text, each as one word, and the text without them. */
export function withQuantities(text: string): { quantities: string[]; rest: string } {
  const quantities: string[] = []
  const take = (word: string) => {
    quantities.push(word)
    return ' '
  }
  const rest = foldText(text)
    .replace(/\s+/g, ' ')
    .replace(/[\u2212\u2013]/g, '-')
    .replace(VOLTAGE, (_all, numbers: string, kilo: string) => {
      // Between a conductor and earth, then between two conductors.
      const highest = Math.max(...numbers.split(/[/-]/).map((number) => Number(number.replace(',', '.'))))
      return take(voltageWord(voltageClassOf(kilo === '' ? highest / 1000 : highest)))
    })
    .replace(NAMED_VOLTAGE, (_all, named: string | undefined, short: string | undefined) =>
      take(voltageWord(NAMED_CLASSES[short ?? named ?? ''] ?? 'extra-high')),
    )
    .replace(TEMPERATURE, (_all, degrees: string) => take(temperatureWord(degrees)))
  return { quantities, rest }
}

/**
 * The words of what is said of a grade, with a space before and behind each. Those with hyphens are there in parts, and in
 * one piece. Temperatures are also taken from `use`; voltages are not, which may be those of a line beside the cable.
 */
export function wordsOfGrade(
  texts: readonly string[],
  { use, voltages, temperature }: { use: string; voltages: readonly VoltageClass[]; temperature: string },
): string {
  const words = splitWords(foldText([use, ...texts].join(' ')))
  const hyphened = words.filter((word) => word.includes('-'))
  const { quantities } = withQuantities(use)
  const all = [
    ...words.flatMap((word) => word.split('-')),
    ...hyphened.map((word) => word.replaceAll('-', '')),
    ...quantities.filter((word) => !isVoltage(word)),
    ...voltages.map(voltageWord),
    ...(temperature === '' ? [] : [temperatureWord(temperature)]),
  ]
  return ` ${all.join(' ')} `
}
