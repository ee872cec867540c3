import { PreconditionFailed, versionOf, type Storage } from '#app/cms/storage/storage.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'

/** A storage in memory, for tests of long sequences of changes. It has neither watches nor snapshots. */
export function openMemoryStorage() {
  const files = new Map<string, { bytes: Buffer; modified: number }>()
  const write = (name: string, bytes: string | Uint8Array) => {
    files.set(name, { bytes: Buffer.from(bytes), modified: Date.now() })
  }
  const read = (name: string) => {
    const file = files.get(name)
    return file && { ...file, version: versionOf(file.bytes) }
  }
  const namesBelow = (folder: string) => [...files.keys()].filter((name) => name.startsWith(`${folder}/`))
  function move(from: string, to: string) {
    const file = files.get(from)
    if (!file) throw new StorageError('io', { cause: new Error(`There is no ${from}`) })
    files.delete(from)
    files.set(to, file)
  }
  const storage: Storage = {
    isSeenAtOnce: true,
    whenSeen: () => Promise.resolve(),
    pull: () => Promise.resolve(),
    read: (name) => Promise.resolve(read(name)),
    readSync: read,
    list(folder) {
      const entries = new Map<string, 'file' | 'folder'>()
      for (const name of namesBelow(folder)) {
        const [first = '', ...rest] = name.slice(folder.length + 1).split('/')
        entries.set(first, rest.length > 0 ? 'folder' : 'file')
      }
      return Promise.resolve(Array.from(entries, ([name, kind]) => ({ name, kind })).sort(byName))
    },
    stat(name) {
      const file = files.get(name)
      if (file) return Promise.resolve({ kind: 'file', size: file.bytes.length, modified: file.modified })
      const isFolder = namesBelow(name).length > 0
      return Promise.resolve(isFolder ? { kind: 'folder', size: 0, modified: 0 } : undefined)
    },
    async commit(puts, { moves = [] } = {}) {
      await Promise.resolve()
      for (const { name, ifVersion } of puts) {
        if (ifVersion !== undefined && (read(name)?.version ?? null) !== ifVersion) throw new PreconditionFailed(name)
      }
      for (const { name, bytes } of puts) {
        if (bytes === null) {
          files.delete(name)
          continue
        }
        if (typeof bytes === 'object' && 'file' in bytes) throw new TypeError('Received files are not supported')
        write(name, bytes)
      }
      for (const { from, to } of moves) move(from, to)
      const last = puts.at(-1)
      return { version: (last && read(last.name)?.version) ?? versionOf('') }
    },
    async append(name, bytes, length) {
      await Promise.resolve()
      const old = read(name)?.bytes ?? Buffer.alloc(0)
      if (old.length !== length) throw new PreconditionFailed(name)
      write(name, Buffer.concat([old, Buffer.from(bytes)]))
    },
    async remove(names) {
      await Promise.resolve()
      for (const name of typeof names === 'string' ? [names] : names) {
        if (!name.endsWith('/')) files.delete(name)
        else for (const below of namesBelow(name.slice(0, -1))) files.delete(below)
      }
    },
    async move(from, to) {
      await Promise.resolve()
      move(from, to)
    },
    receive: () => Promise.reject(new TypeError('Not supported')),
    watch: () => () => undefined,
    lag: () => 0,
    isComing: () => false,
    expectChange: () => undefined,
    snapshot: () => Promise.reject(new TypeError('Not supported')),
    pathOf: (name) => name,
    refusal: () => undefined,
    close: () => Promise.resolve(),
  }
  return { storage, files }
}

function byName(one: { name: string }, other: { name: string }) {
  return one.name < other.name ? -1 : 1
}
