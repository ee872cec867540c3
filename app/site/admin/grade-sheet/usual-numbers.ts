import { enumerate } from '#app/cms/platform/format/words.ts'
import { hasNumber, type GradeValue } from '#app/site/collections/grades/grade-schema.ts'
import type { Grade } from '#app/site/collections/grades/grades.ts'
import { shownNumber } from '#app/site/collections/grades/number-text.ts'
import { valueStatement } from '#app/site/collections/grades/value-text.ts'

/** A number that is so many times as high as the highest one of the grades, or as low as the lowest, is looked at again. */
const FAR = 3

/** Fewer values do not say what is usual. */
const MIN_VALUES = 3

/** The lowest and the highest number that grades have of a property. */
export interface UsualNumbers {
  lowest: number
  highest: number
  count: number
}

/** The numbers of all grades, by property. */
export function usualNumbers(grades: Iterable<Grade>): Map<string, UsualNumbers> {
  const usual = new Map<string, UsualNumbers>()
  for (const { values } of grades) {
    for (const { property, kind, value } of values) {
      if (!hasNumber(kind)) continue
      const number = Number(value)
      const { lowest, highest, count } = usual.get(property) ?? { lowest: number, highest: number, count: 0 }
      usual.set(property, {
        ...{ lowest: Math.min(lowest, number), highest: Math.max(highest, number), count: count + 1 },
      })
    }
  }
  return usual
}

/** Why a value should be looked at again: the numbers of the grades are far from it. '' if they are not. */
export function doubtOf({ kind, value, to }: GradeValue, usual: UsualNumbers | undefined): string {
  if (!usual || !hasNumber(kind) || usual.count < MIN_VALUES || usual.lowest <= 0) return ''
  const { lowest, highest } = usual
  const isFar = [value, to === '' ? value : to].some(
    (number) => Number(number) > FAR * highest || Number(number) < lowest / FAR,
  )
  return isFar ? `The grades have ${shownNumber(String(lowest))} to ${shownNumber(String(highest))}` : ''
}

/** A new value is another one if the grade has the property by other methods or under other conditions. '' if it has not. */
export function besideWhich(value: GradeValue, before: readonly GradeValue[]): string {
  const others = before.filter(({ property }) => property === value.property)
  return others.length === 0 ? '' : `Beside ${enumerate(others.map(valueStatement))}`
}
