import { addressOf, fileAt } from '#app/cms/media/media-address.ts'
import { addressPattern, isImageReference } from './collect-file-refs.ts'

/** Content with another file in the places that name a file, and the dotted paths of these places. */
interface ReplacedRefs {
  content: unknown
  paths: string[]
}

/**
 * Replaces the references to a file by those to another one: names of images, and addresses anywhere in a text. `from`
 * and `to` are paths below the uploads folder. Does not change its argument.
 */
export function replaceFileRefs(content: unknown, from: string, to: string): ReplacedRefs {
  const paths: string[] = []
  const next = replaceIn(content, [])
  return { content: next, paths }

  function replaceIn(value: unknown, path: readonly string[]): unknown {
    if (typeof value === 'string') {
      const text = replaceInText(value, from, to)
      if (text !== value) paths.push(path.join('.'))
      return text
    }
    if (Array.isArray(value)) return value.map((part, at) => replaceIn(part, [...path, String(at)]))
    if (typeof value !== 'object' || value === null) return value
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, replaceIn(part, [...path, key])]))
  }
}

function replaceInText(text: string, from: string, to: string) {
  if (isImageReference(text)) return text === from ? to : text
  return text.replaceAll(addressPattern(), (address) => (fileAt(address) === from ? addressOf(to) : address))
}
