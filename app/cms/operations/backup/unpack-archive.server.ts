import { mkdir, open, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { syncFolder } from '#app/cms/storage/disk/durable-file.server.ts'
import { ROOTS, UNPACKED, type Manifest, type SiteFolders } from './archive-format.ts'
import { readArchive, type ArchiveEntry } from './read-archive.server.ts'

/** How many files are synced at a time. */
const SYNC_CONCURRENCY = 8

/** Writes the files of an archive into UNPACKED, and syncs them. */
export async function unpackArchive(
  archive: string,
  folders: SiteFolders,
  options: Parameters<typeof readArchive>[1],
): Promise<Manifest> {
  const made = new Set<string>()
  const fileOf = (name: string) => {
    const root = ROOTS.find((candidate) => name.startsWith(`${candidate}/`))
    if (!root) throw new TypeError(name)
    return path.join(folders[root], UNPACKED, name.slice(root.length + 1))
  }
  for (const root of ROOTS) {
    const folder = path.join(folders[root], UNPACKED)
    await mkdir(folder, { mode: 0o700 })
    made.add(folder)
  }
  const makeParents = async (name: string, file: string) => {
    const folder = path.dirname(file)
    if (made.has(folder)) return
    await makeParents(name, folder)
    await mkdir(folder, { mode: name.startsWith('data/') ? 0o700 : 0o755 })
    made.add(folder)
  }
  const manifest = await readArchive(archive, options, async (entry) => {
    const file = fileOf(entry.name)
    await makeParents(entry.name, file)
    await writeEntry(file, entry)
  })
  const rest = manifest.files.values()
  await Promise.all(
    Array.from({ length: SYNC_CONCURRENCY }, async () => {
      for (const { name, modified } of rest) {
        const file = fileOf(name)
        await utimes(file, modified / 1000, modified / 1000)
        await syncFile(file)
      }
    }),
  )
  for (const folder of made) await syncFolder(folder)
  return manifest
}

async function writeEntry(file: string, { name, mode, bytes }: ArchiveEntry) {
  const handle = await open(file, 'wx', 0o600)
  try {
    await writeFile(handle, bytes)
    if (!name.startsWith('data/')) await handle.chmod(0o600 | (mode & 0o666))
  } finally {
    await handle.close()
  }
}

async function syncFile(file: string) {
  const handle = await open(file, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
