/**
 * Keeps one instance of a thing that owns files (the content store, the media library) for the life of the process. The
 * development server evaluates modules again after an edit; a second store would fight the first for its lock.
 */
export function singleton<Value>(name: string, make: () => Value): Value {
  const kept: { [key: symbol]: Value | undefined } = globalThis
  const key = Symbol.for(`polymer-website.${name}`)
  return (kept[key] ??= make())
}
