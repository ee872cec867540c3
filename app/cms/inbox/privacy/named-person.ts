import { foldText } from '#app/cms/platform/format/fold-text.ts'

/** What names the sender of a message. */
export interface Person {
  firstName: string
  lastName: string
  email: string
  mobile: string
}

/** The fewest digits that stand for a telephone number. */
const MIN_DIGITS = 6
/** The digits of a number within its country: people leave out what is before them. */
const NATIONAL_DIGITS = 10
/** The fewest characters that name somebody. */
const MIN_NAME = 3

/** True if a text has the e-mail address, the telephone number or the whole name of a person. */
export function names(text: string, { firstName, lastName, email, mobile }: Person): boolean {
  const folded = foldText(text)
  const digits = digitsOf(mobile).slice(-NATIONAL_DIGITS)
  const name = foldText(`${firstName} ${lastName}`).trim()
  return (
    (email !== '' && folded.includes(foldText(email))) ||
    (digits.length >= MIN_DIGITS && digitsOf(text).includes(digits)) ||
    (name.length >= MIN_NAME && folded.includes(name))
  )
}

/** Makes the test whether a person is meant by a part of an address, by digits of a number, or by words of a name. */
export function personMatcher(query: string): (person: Person) => boolean {
  const folded = foldText(query).trim()
  const digits = digitsOf(folded)
  const isNumber = digits.length >= MIN_DIGITS && /^[+\d\s().-]+$/.test(folded)
  const words = folded.split(/\s+/)
  return ({ firstName, lastName, email, mobile }) => {
    if (foldText(email).includes(folded) || (isNumber && digitsOf(mobile).includes(digits))) return true
    const name = foldText(`${firstName} ${lastName}`)
    return words.every((word) => name.includes(word))
  }
}

function digitsOf(text: string) {
  return text.replace(/\D/g, '')
}
