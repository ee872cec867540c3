import { watch } from 'chokidar'
import path from 'node:path'

/**
 * Calls `onTouched` with the path of each content file that may have changed on disk, our own writes included, and once
 * for every file when the watch has begun. Returns the function that ends it.
 */
export function watchContentFiles(
  contentDir: string,
  files: readonly string[],
  { onTouched, onError }: { onTouched: (file: string) => void; onError: (error: unknown) => void },
): () => Promise<void> {
  const known = new Set(files)
  const watcher = watch(contentDir, {
    ignoreInitial: true,
    // Not a reason for the process to live on when its server has closed.
    persistent: false,
    // An editor may write a file in steps: wait (ms) until it rests, rather than report half of it as broken.
    awaitWriteFinish: { stabilityThreshold: 60, pollInterval: 20 },
    ignored: (entry) => path.basename(entry).startsWith('.'),
  })
  watcher.on('all', (_event, file) => {
    if (known.has(file)) onTouched(file)
  })
  watcher.on('ready', () => known.forEach((file) => onTouched(file)))
  watcher.on('error', onError)
  return () => watcher.close()
}
