/** Which fields of some data were read. Paths have `*` for the index of a list. */
export interface RecordedReads<Data> {
  /** The data itself, to be given to the code under test. */
  data: Data
  /** The paths of all leaves: strings, numbers and booleans. */
  leaves: ReadonlySet<string>
  /** The leaves that were read by their name. */
  read: ReadonlySet<string>
  /** The leaves that were only copied, by a spread or as entries of an object, with their values. */
  copied: ReadonlyMap<string, ReadonlySet<unknown>>
}

/**
 * Records what is read of JSON data. A copy of a whole object does not count as a read of its fields: `copied` has
 * them. `isMap` says which objects are maps, whose keys are data: their paths have `*` for the key.
 */
export function recordReads<Data>(data: Data, isMap: (path: string) => boolean): RecordedReads<Data> {
  const leaves = new Set<string>()
  const read = new Set<string>()
  const copied = new Map<string, Set<unknown>>()
  const proxies = new Map<object, unknown>()

  function wrap(value: unknown, path: string): unknown {
    if (typeof value !== 'object' || value === null) return value
    const known = proxies.get(value)
    if (known) return known
    const pathOf = (key: string) => join(path, Array.isArray(value) || isMap(path) ? '*' : key)
    let copying: string | symbol | undefined
    const proxy = new Proxy(value, {
      // A spread, and Object.entries, ask for the descriptor of a field before they get it. Nothing else does.
      getOwnPropertyDescriptor(target, key) {
        copying = key
        return Reflect.getOwnPropertyDescriptor(target, key)
      },
      get(target, key, receiver) {
        const inner: unknown = Reflect.get(target, key, receiver)
        const isCopy = copying === key
        copying = undefined
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return inner
        const place = pathOf(key)
        if (!isLeaf(inner)) return wrap(inner, place)
        if (isCopy && !Array.isArray(value)) copied.set(place, (copied.get(place) ?? new Set()).add(inner))
        else read.add(place)
        return inner
      },
    })
    proxies.set(value, proxy)
    return proxy
  }

  function collect(value: unknown, path: string) {
    if (isLeaf(value)) leaves.add(path)
    else if (Array.isArray(value)) for (const inner of value as unknown[]) collect(inner, join(path, '*'))
    else if (value !== null) {
      for (const [key, inner] of Object.entries(value as object)) collect(inner, join(path, isMap(path) ? '*' : key))
    }
  }

  const own = JSON.parse(JSON.stringify(data)) as unknown
  collect(own, '')
  return { data: wrap(own, '') as Data, leaves, read, copied }
}

function isLeaf(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
}

function join(path: string, key: string) {
  return path === '' ? key : `${path}.${key}`
}
