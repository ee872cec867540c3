const names = new Intl.DisplayNames('en', { type: 'language' })

/** The English name of the language with a code, such as `hi`; the code itself if it is not valid. */
export function languageName(code: string): string {
  try {
    return names.of(code) ?? code
  } catch {
    return code
  }
}
