/** A number and its unit, with the space between them: `90 °C`, `33 KV`, `15.5 %`. */
const BEFORE_UNIT = /(?<=\d) (?=(?:°C|%|(?:KV|MPa|µm|mm|cm|km|kg|m|g|N|J)(?![\p{L}\d])))/gu

/** The text with numbers that a line does not break from their units. */
export function withBoundUnits(text: string): string {
  return text.replaceAll(BEFORE_UNIT, '\u00a0')
}
