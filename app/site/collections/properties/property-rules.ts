import type { PlaceOfEntry } from '#app/cms/define/collection-declaration.ts'
import { enumerate } from '#app/cms/platform/format/words.ts'

/** What the rule reads of a grade. Its definition needs that of the properties. */
interface UsingGrade {
  title: string
  values: readonly { property: string }[]
}

/** The most grades that a message names. */
const MAX_NAMED = 3

/** The unit of a property is fixed once a grade has a value of it: its number would then say something else. */
export function issuesOfProperty(
  { unit }: { unit: string },
  before: { unit: string } | undefined,
  { key, entriesOf }: Pick<PlaceOfEntry, 'key' | 'entriesOf'>,
): { path: string; message: string }[] {
  if (before === undefined || before.unit === unit) return []
  const grades = [...entriesOf('grades').values()] as (UsingGrade | undefined)[]
  const using = grades.flatMap((grade) => (grade?.values.some(({ property }) => property === key) ? grade.title : []))
  if (using.length === 0) return []
  const was = before.unit === '' ? 'no unit' : `the unit ${before.unit}`
  const message = `Its unit cannot change: ${enumerate(using, MAX_NAMED)} ${using.length === 1 ? 'has a value' : 'have values'} with ${was}. Add another property instead`
  return [{ path: 'unit', message }]
}
