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
  next: object,
  before: object | undefined,
  { key, entriesOf }: Pick<PlaceOfEntry, 'key' | 'entriesOf'>,
): { path: string; message: string }[] {
  const grade = next as PlacedGrade
  const known = entriesOf('properties') as ReadonlyMap<string, PropertyContent | undefined>
  const others = entriesOf('grades') as ReadonlyMap<string, PlacedGrade | undefined>
  return [
    ...issuesOfAddress(key, grade, before as PlacedGrade | undefined, others),
    ...grade.values.flatMap((value, at) => {
      const found = issueOfValue(value, known.get(value.property))
      return found ? [{ path: `values.${at}.${found.field}`, message: found.message }] : []
    }),
  ]
}

/** A grade with the fields that every collection has. */
interface PlacedGrade {
  title: string
  product: string
  address: string
  values: readonly GradeValue[]
}

/** Its address is below that of its product page, so only the grades of that page have to differ. */
function issuesOfAddress(
  key: string,
  grade: PlacedGrade,
  before: PlacedGrade | undefined,
  others: ReadonlyMap<string, PlacedGrade | undefined>,
) {
  const addressOf = ({ address }: PlacedGrade, own: string) => address || own
  const address = addressOf(grade, key)
  if (before?.product === grade.product && addressOf(before, key) === address) return []
  for (const [other, one] of others) {
    if (other === key || one?.product !== grade.product || addressOf(one, other) !== address) continue
    return [{ path: 'address', message: `“${address}” is the address of ${one.title}. Choose another address` }]
  }
  return []
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
