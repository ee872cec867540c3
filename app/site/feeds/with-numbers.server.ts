import { csvRow } from '#app/cms/platform/http/download.server.ts'

/** A row that ends with numbers. They are written as numbers: a minus sign begins no formula there. */
export function withNumbers(texts: readonly string[], numbers: readonly string[]): string {
  return csvRow(texts).replace('\r\n', `${numbers.map((number) => `,${number}`).join('')}\r\n`)
}
