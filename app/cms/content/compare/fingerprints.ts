import { isRecord } from './content-words.ts'

/**
 * Texts that are equal for values that mean the same, by the rules of `listDifferences`: the `_id` of a record and
 * empty fields do not count, a number equals its digits, and `true` equals a ticked box. Each object is read once.
 */
export class Fingerprints {
  readonly #known = new WeakMap<object, string>()

  of(value: unknown): string {
    if (typeof value !== 'object' || value === null) return printOfText(value)
    const known = this.#known.get(value) ?? this.#read(value)
    this.#known.set(value, known)
    return known
  }

  isSame(one: unknown, other: unknown): boolean {
    return one === other || this.of(one) === this.of(other)
  }

  #read(value: object): string {
    if (Array.isArray(value)) {
      return value.length === 0 ? '' : `[${value.map((entry) => this.of(entry)).join(',')}]`
    }
    if (!isRecord(value)) return ''
    const fields = Object.keys(value)
      .filter((key) => key !== '_id')
      .sort()
      .flatMap((key) => {
        const print = this.of(value[key])
        return print === '' ? [] : [`${JSON.stringify(key)}:${print}`]
      })
    return fields.length === 0 ? '' : `{${fields.join(',')}}`
  }
}

function printOfText(value: unknown): string {
  if (value === true) return '"on"'
  if (typeof value === 'number') return JSON.stringify(String(value))
  // Browsers send CRLF for the line breaks of a textarea.
  return typeof value === 'string' && value !== '' ? JSON.stringify(value.replaceAll('\r\n', '\n')) : ''
}
