/** Letters of European languages that are not a letter with a mark. */
const LETTERS: { [letter: string]: string | undefined } = {
  ß: 'ss',
  ø: 'o',
  ł: 'l',
  æ: 'ae',
  œ: 'oe',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ħ: 'h',
  ŧ: 't',
  ŋ: 'ng',
  ı: 'i',
}

/** A text in lower case with its Latin letters that are no letter with a mark as others: `straße` is `strasse`. */
export function spellOut(text: string): string {
  return text.replace(/[ßøłæœđðþħŧŋı]/g, (letter) => LETTERS[letter] ?? letter)
}

/**
 * The words of a text for an address or the name of a file: small letters a to z, digits, and a hyphen between words.
 * Marks and apostrophes are left out: `Łódź’s Straße` is `lodzs-strasse`. `isWhole` is false if letters or digits of other
 * scripts were left out.
 */
export function inLatinLetters(text: string): { words: string; isWhole: boolean } {
  const plain = spellOut(
    text
      .replace(/[™℠]/g, '')
      .normalize('NFKD')
      .replace(/[\p{M}'’‘ʼʻ`´]/gu, '')
      .toLowerCase(),
  ).replaceAll('μ', 'u')
  return {
    words: plain.replace(/[^a-z0-9]+/g, '-').replace(/^-|-$/g, ''),
    isWhole: !/(?![a-z0-9])[\p{L}\p{N}]/u.test(plain),
  }
}
