/**
 * What a sample document says, free of how it is laid out.
 *
 * @typedef {{ kind: 'heading' | 'text', text: string }
 *   | { kind: 'list', items: string[] }
 *   | { kind: 'table', head: string[], rows: string[][] }} Block
 *
 * @typedef {object} SampleDocument
 * @property {string} file Path below uploads/.
 * @property {string} title
 * @property {string} subtitle One line below the title.
 * @property {string} date Day of issue, YYYY-MM-DD: printed, and kept as the file's date of creation.
 * @property {Block[]} blocks
 */

export const COMPANY = 'Polymer Compounds'

/**
 * @param {string} text
 * @returns {Block}
 */
export function heading(text) {
  return { kind: 'heading', text }
}

/**
 * @param {string} text
 * @returns {Block}
 */
export function paragraph(text) {
  return { kind: 'text', text }
}

/**
 * @param {string[]} items
 * @returns {Block}
 */
export function list(...items) {
  return { kind: 'list', items }
}

/**
 * The first column holds names, the others figures or words.
 *
 * @param {string[]} head
 * @param {string[][]} rows
 * @returns {Block}
 */
export function table(head, rows) {
  return { kind: 'table', head, rows }
}

/**
 * `2025-08-06` as `6 August 2025`.
 *
 * @param {string} date
 */
export function longDate(date) {
  return new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date))
}
