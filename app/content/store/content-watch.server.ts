import { watch, type FSWatcher } from 'node:fs'
import path from 'node:path'

/** An editor may write a file in steps: once it has rested so long, it is read, rather than half of it reported as broken. */
const REST_MS = 60

/**
 * Calls `onTouched` with the path of each content file that may have changed on disk, our own writes included, and once
 * for every file when the watch has begun. A folder that is taken away and put back is watched again. Returns the function
 * that ends it.
 *
 * By the system's own watch of the few folders with content: a library for watching trees looks at every file of a folder
 * after each change in it, which takes longer than a save.
 */
export function watchContentFiles(
  contentDir: string,
  files: readonly string[],
  { onTouched, onError }: { onTouched: (file: string) => void; onError: (error: unknown) => void },
): () => void {
  const known = new Set(files)
  // The folder above is told of when the content folder itself is replaced.
  const folders = new Set([path.dirname(contentDir), contentDir, ...files.flatMap((file) => foldersTo(file, contentDir))])
  const watchers = new Map<string, FSWatcher>()
  const resting = new Map<string, NodeJS.Timeout>()

  function touch(file: string) {
    clearTimeout(resting.get(file))
    const timer = setTimeout(() => {
      resting.delete(file)
      onTouched(file)
    }, REST_MS)
    resting.set(file, timer.unref())
  }

  function touchBelow(folder: string) {
    for (const file of known) if (file.startsWith(folder + path.sep)) touch(file)
  }

  function watchFolder(folder: string) {
    watchers.get(folder)?.close()
    watchers.delete(folder)
    try {
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name === null) {
          touchBelow(folder)
          return
        }
        const entry = path.join(folder, name)
        if (known.has(entry)) touch(entry)
        else if (folders.has(entry)) watchFrom(entry)
      })
      watcher.on('error', onError)
      watchers.set(folder, watcher)
    } catch (error) {
      // Ignore missing folders: the watcher of the parent reports their creation.
      if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) onError(error)
    }
  }

  /** Begins anew with a folder that was made or replaced, and with all below it. */
  function watchFrom(top: string) {
    for (const folder of folders) if (folder === top || folder.startsWith(top + path.sep)) watchFolder(folder)
    touchBelow(top)
  }

  folders.forEach(watchFolder)
  touchBelow(contentDir)
  return () => {
    for (const watcher of watchers.values()) watcher.close()
    for (const timer of resting.values()) clearTimeout(timer)
  }
}

/** The folders on the way from `top` to a file below it. */
function foldersTo(file: string, top: string): string[] {
  const folder = path.dirname(file)
  return folder === top ? [] : [folder, ...foldersTo(folder, top)]
}
