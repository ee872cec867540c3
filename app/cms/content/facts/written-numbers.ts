const ONES = (
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ')
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ')
const SCALES: Readonly<Record<string, number>> = {
  hundred: 100,
  k: 1000,
  thousand: 1000,
  lakh: 100_000,
  lakhs: 100_000,
  million: 1_000_000,
  crore: 10_000_000,
  crores: 10_000_000,
}

const WORD = `(?:${[...ONES, ...TENS, ...Object.keys(SCALES).filter((scale) => scale !== 'k')].join('|')})\\b`
const IN_WORDS = `\\b${WORD}(?:(?:(?<=hundred|thousand)\\s{1,2}and\\s{1,2}|[\\s-]{1,3})${WORD}){0,8}`
/** Thousands in groups: 1,00,000; 100,000; 100 000; 100.000. */
const IN_DIGITS = `\\d{1,3}(?:,\\d{2,3}){0,5},\\d{3}(?:\\.\\d{1,9})?|\\d{1,3}(?: \\d{3}){1,5}(?!\\d)|\\d{1,15}(?:\\.\\d{1,9}){0,5}`
const SCALED = `k\\b|\\s?(?:thousand|lakhs?|million|crores?)\\b`

/**
 * The pattern of a number in a folded text, in digits or in words: `60,000`, `0.6 lakh`, `60k`, `twenty-five`. Every
 * repetition has a limit, so that the time of a search grows only with the length of the text.
 */
export const NUMBER_PATTERN = `(?:(?:${IN_DIGITS})(?:${SCALED})?|${IN_WORDS})`

/** What a number may mean, the usual reading first: `60.000` is 60, or 60,000 where a point separates the thousands. */
export function readingsOf(number: string): number[] {
  const { digits, scale = '' } = /^(?<digits>[\d., ]*\d)\s*(?<scale>\p{L}*)$/u.exec(number)?.groups ?? {}
  if (digits === undefined) return [numberInWords(number)]
  const factor = SCALES[scale] ?? 1
  const plain = Number(digits.replace(/[, ]/g, ''))
  const grouped = /^\d{1,3}(?:\.\d{3})+$/.test(digits) ? Number(digits.replaceAll('.', '')) : plain
  return [...new Set([plain, grouped])].filter((one) => !Number.isNaN(one)).map((one) => one * factor)
}

function numberInWords(number: string) {
  let [total, group] = [0, 0]
  for (const word of number.split(/[\s-]+/)) {
    const scale = SCALES[word]
    if (scale === undefined) group += valueOf(word)
    else if (scale === 100) group = Math.max(group, 1) * scale
    else [total, group] = [total + Math.max(group, 1) * scale, 0]
  }
  return total + group
}

/** 0 for `and`. */
function valueOf(word: string) {
  const tens = TENS.indexOf(word)
  return tens === -1 ? ONES.indexOf(word) + 1 : (tens + 2) * 10
}
