import { z } from 'zod'
import type { ApiUpload } from '#app/schema/define-section.ts'
import { invalidFields } from '#app/auth/guard/api-error.ts'
import type { Payload } from './payload.server.ts'

/**
 * A payload in which the stored files stand where `upload` says: in the field `to`, or in `to` of the entries of a list.
 *
 * An entry of a list may name its file by its place among the files, from 0, in `{to}File`. The other files go, in their
 * order, to the other entries: one to each where there are as many, else to those whose `to` is empty. Throws ApiError (422)
 * where an entry names a file that is not there, or a file is left over.
 */
export function placeFiles(payload: Payload, files: readonly string[], { from, to, each }: ApiUpload): Payload {
  if (each === undefined) return files[0] === undefined ? payload : { ...payload, [to]: files[0] }
  const list = z.array(z.record(z.string(), z.unknown())).safeParse(payload[each])
  if (!list.success) {
    if (files.length > 0) throw invalidFields({ [from]: [`Send ${each} as a list of objects with these files`] })
    // What is wrong with the list is for the schema to say.
    return payload
  }

  const indexField = `${to}File`
  const named = new Map<number, number>()
  list.data.forEach((entry, place) => {
    const index = entry[indexField]
    if (index !== undefined) named.set(place, fileIndex(index, files, `${each}.${place}.${indexField}`, from))
  })
  const taken = new Set(named.values())
  const rest = files.filter((_file, index) => !taken.has(index))
  const others = list.data.flatMap((entry, place) =>
    named.has(place) ? [] : [{ place, isEmpty: (entry[to] ?? '') === '' }],
  )
  const takers = rest.length === others.length ? others : others.filter(({ isEmpty }) => isEmpty)
  if (rest.length > takers.length) {
    throw invalidFields({
      [from]: [
        `${rest.length} files were sent for ${takers.length} entries that need one. Name the file of an entry in ${indexField}`,
      ],
    })
  }
  const placed = new Map([...named].map(([place, index]) => [place, files[index]]))
  rest.forEach((file, index) => {
    const taker = takers[index]
    if (taker) placed.set(taker.place, file)
  })

  const entries = list.data.map(({ [indexField]: _index, ...entry }, place) => {
    const file = placed.get(place)
    return file === undefined ? entry : { ...entry, [to]: file }
  })
  return { ...payload, [each]: entries }
}

function fileIndex(value: unknown, files: readonly string[], path: string, from: string): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= 0 && value < files.length) return value
  const range = files.length === 0 ? `but no ${from} were sent` : `from 0 to ${files.length - 1}`
  throw invalidFields({ [path]: [`This must be the place of a file among ${from}, ${range}`] })
}
