import { textOf } from '#app/cms/platform/http/read-form.server.ts'
import { formatMoment, parseTimeField } from '#app/cms/publishing/releases/release-time.ts'
import type { ReleaseErrors } from './release-form.server.ts'

/** The name and the time of a release as its form has them. */
interface Values {
  name: string
  time: string
}

/**
 * The name and time of a release after a form that was made from earlier ones (`name-before`, `time-before`): a field
 * that the form has not changed keeps what others have saved meanwhile. `collisions` has the errors of the fields that
 * both have changed. A form without the earlier values, and a field that it does not have, change nothing of this kind.
 */
export function keepChangesOfOthers(current: Values, fields: Record<string, unknown>) {
  const kept: Record<string, unknown> = { ...current, ...fields }
  const collisions: ReleaseErrors = {}
  const before = basedOn(fields)
  for (const name of ['name', 'time'] as const) {
    if (!before || fields[name] === undefined) continue
    const typed = textOf(fields[name])
    const isSame = (one: string, other: string) => savedAs[name](one) === savedAs[name](other)
    if (isSame(typed, before[name])) kept[name] = current[name]
    else if (!isSame(current[name], before[name]) && !isSame(current[name], typed))
      collisions[name] = [collisionText[name](current)]
  }
  return { kept, collisions: Object.keys(collisions).length > 0 ? collisions : undefined }
}

/** What a typed text is saved as. Browsers leave out seconds that are 0. */
const savedAs = {
  name: (text: string) => text.trim(),
  time: (text: string) => parseTimeField(text) ?? text.trim(),
}

const AGAIN = 'Your text is still here: save again to replace it'

const collisionText = {
  name: ({ name }: Values) => `Someone else has changed the name to “${name}” meanwhile. ${AGAIN}`,
  time: ({ time }: Values) => {
    const moment = parseTimeField(time)
    const what = moment === undefined ? 'removed the time' : `changed the time to ${formatMoment(moment)}`
    return `Someone else has ${what} meanwhile. ${AGAIN}`
  },
}

/** The values that a form was made from; undefined if it does not say them. */
export function basedOn(fields: Record<string, unknown>): Values | undefined {
  const { 'name-before': name, 'time-before': time } = fields
  return name === undefined || time === undefined ? undefined : { name: textOf(name), time: textOf(time) }
}
