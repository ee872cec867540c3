/** More than a law asks for. */
const MAX_LANGUAGES = 6

const CODE = /^[a-z]{2,3}(?:-[A-Za-z0-9]+)*$/

/** The codes of a list such as `en, hi`. */
export function languagesIn(list: string): string[] {
  return list.split(',').flatMap((code) => code.trim() || [])
}

/** True for codes of languages with commas between them, each once. */
export function isLanguageList(list: string): boolean {
  const codes = list.split(',').map((code) => code.trim())
  return codes.length <= MAX_LANGUAGES && codes.every((code) => CODE.test(code)) && new Set(codes).size === codes.length
}

/** True if something in the language `code` is also in the language `wanted`: `hi-IN` is Hindi. */
export function isInLanguage(code: string, wanted: string): boolean {
  const [one, other] = [code.toLowerCase(), wanted.toLowerCase()]
  return one === other || one.startsWith(`${other}-`)
}
