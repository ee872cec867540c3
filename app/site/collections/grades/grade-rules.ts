import type { PlaceOfEntry } from '#app/cms/define/collection-declaration.ts'
import { countOf } from '#app/cms/platform/format/words.ts'
import type { PropertyContent } from '#app/site/collections/properties/properties.ts'
import { hasNumber, type GradeValue } from './grade-schema.ts'
import { decimalsOf } from './number-text.ts'

/**
 * What a grade has to have before visitors see it. A draft may lack it. The settings of a line are no measurements, so
 * values for processing need no method.
 */
export function issuesOfGrade(
  { values }: { values: readonly GradeValue[] },
  _before: unknown,
  { entriesOf }: Pick<PlaceOfEntry, 'entriesOf'>,
): { path: string; message: string }[] {
  const known = entriesOf('properties') as ReadonlyMap<string, PropertyContent | undefined>
  return values.flatMap((value, at) => {
    const found = issueOfValue(value, known.get(value.property))
    return found ? [{ path: `values.${at}.${found.field}`, message: found.message }] : []
  })
}

function issueOfValue(
  { kind, value, to, method, property }: GradeValue,
  of: PropertyContent | undefined,
): { field: keyof GradeValue; message: string } | undefined {
  if (!of) return { field: 'property', message: `There is no property “${property}”. Choose another one` }
  if (!hasNumber(kind)) return undefined
  const { title, group, decimals } = of
  const tooExact = (
    [
      ['value', value],
      ['to', to],
    ] as const
  ).find(([, number]) => decimalsOf(number) > decimals)
  if (tooExact) {
    const [field, number] = tooExact
    const most = decimals === 0 ? 'no decimals' : `at most ${countOf(decimals, 'decimal')}`
    return { field, message: `${title} has ${most}, and ${number} has more. Correct it, or change the property` }
  }
  if (group === 'processing' || method !== '') return undefined
  return { field: 'method', message: `Enter the method by which ${value} was measured. Without it, save a draft` }
}
