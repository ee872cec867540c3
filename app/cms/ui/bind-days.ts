/** The text with no-break spaces inside its days, so that each stays on one line: `31 December 2026`, `6 Aug 2025`. */
export function bindDays(text: string): string {
  return text.replaceAll(DAY, (day) => day.replaceAll(' ', '\u00a0'))
}

const DAY =
  /(?<!\d)\d{1,2} (?:Jan(?:uary)?|Feb(?:ruary)?|Mar(?:ch)?|Apr(?:il)?|May|June?|July?|Aug(?:ust)?|Sep(?:tember)?|Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)(?: \d{4})?(?![\p{L}\d])/gu
