import type { PdfReading } from '#app/cms/media/decoding/decoder-jobs.ts'
import { hasNumber, type GradeValue } from './grade-schema.ts'
import { valueText } from './value-text.ts'

/** What comparing an uploaded data sheet with the values of its grade has shown. */
export type SheetComparison =
  | { kind: 'unknown'; because: string }
  /** `lacks`: the values with a number that the PDF does not have. */
  | { kind: 'compared'; lacks: { property: string; text: string }[]; read: PagesRead }

/** How many pages of a PDF have all their text kept. */
interface PagesRead {
  pages: number
  of: number
}

/** Looks for each number of the values in the text of a PDF, wherever it stands. `pdf`: undefined if the file is missing. */
export function compareSheet(values: readonly GradeValue[], pdf: PdfReading | undefined): SheetComparison {
  if (!pdf) return { kind: 'unknown', because: 'The PDF is missing, or has not been read yet' }
  if ('problem' in pdf) return { kind: 'unknown', because: 'The PDF cannot be read' }
  const text = (pdf.texts ?? []).join('\n')
  if (text === '') {
    const because = pdf.hasText === true ? 'The text of the PDF is not kept' : 'The PDF has no text, like a scan'
    return { kind: 'unknown', because }
  }
  const written = writtenNumbers(text)
  const lacks = values
    .filter(({ kind, value, to }) => hasNumber(kind) && [value, to].some((number) => !written.has(number)))
    .map((value) => ({ property: value.property, text: valueText(value) }))
  return { kind: 'compared', lacks, read: { pages: pdf.textPages ?? 0, of: pdf.pages } }
}

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const NUMBER = /(?<![\p{L}\d.,])-?\s?\d+(?:[.,]\d+)*/gu

/** The numbers of a text. A dash before one may be a sign, or stand between the two ends of a range. */
function writtenNumbers(text: string) {
  const plain = text
    .replace(/[⁰¹²³⁴⁵⁶⁷⁸⁹]/g, (digit) => String(SUPERSCRIPTS.indexOf(digit)))
    .replace(/[⁻\u2212\u2013]/g, '-')
    .toLowerCase()
  const withoutGaps = plain.replace(/(?<=\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, '')
  const numbers = new Set<number>()
  for (const [found] of [...plain.matchAll(NUMBER), ...withoutGaps.matchAll(NUMBER)]) {
    for (const read of readingsOf(found)) numbers.add(read).add(Math.abs(read))
  }
  return {
    /** True for '' too: a value that is no range has no upper end. */
    has(number: string) {
      if (number === '' || numbers.has(Number(number))) return true
      const [mantissa = '', exponent] = number.split('e')
      if (exponent === undefined) return false
      const factor = mantissa === '1' ? '' : `${mantissa.replace('.', '\\.')}\\s*[x×·*]?\\s*`
      return new RegExp(`${factor}(?:10\\s*\\^?\\s*|e\\+?)${exponent}(?!\\d)`).test(plain)
    },
  }
}

/** A comma may be before decimals, or between thousands. */
function readingsOf(found: string): number[] {
  const text = found.replace(/\s/g, '')
  return [text.replaceAll(',', ''), text.replace(',', '.'), text.replaceAll('.', '').replace(',', '.')]
    .map(Number)
    .filter(Number.isFinite)
}

/** The comparison in words: for a mark, and in sentences. `nameOf`: the title of a property, by its key. */
export function comparisonInWords(compared: SheetComparison, nameOf: (property: string) => string) {
  if (compared.kind === 'unknown') {
    return { label: 'Cannot be compared', text: `${compared.because}. Compare its numbers with the values yourself.` }
  }
  const { lacks, read } = compared
  const part = partInWords(read)
  if (lacks.length === 0) return { label: 'Same numbers', text: `The PDF has each number of the values.${part}` }
  const named = lacks.map(({ property, text }) => `${nameOf(property)} ${text}`).join('; ')
  return { label: 'Differs from the data', text: `Not in the PDF: ${named}.${part} You can publish it all the same.` }
}

/** The text of a long PDF is kept only in part. */
function partInWords({ pages, of }: PagesRead): string {
  if (pages >= of) return ''
  if (pages === 0) return ' It has so much text that only the beginning was compared.'
  const which = pages === 1 ? 'its first page was' : `its first ${pages} pages were`
  return ` It is long: of its ${of} pages, only ${which} compared. Compare the rest yourself.`
}
