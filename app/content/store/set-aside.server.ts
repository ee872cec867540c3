import { linkSync, lstatSync, renameSync } from 'node:fs'
import path from 'node:path'

/** What a file that cannot be read is called once it has made room: `stats.yaml.unreadable-20260501T093000000Z`. */
export function asideNameOf(file: string): string {
  return `${path.basename(file)}.unreadable-${new Date().toISOString().replace(/[-:.]/g, '')}`
}

/**
 * Gives whatever lies at `file`, which may be a folder, a pipe or a link, that name as well, so that nothing is lost when
 * another file takes its place. A regular file stays where it is until then. Throws the system's error.
 */
export function setAside(file: string, asideName: string): void {
  const aside = path.join(path.dirname(file), asideName)
  try {
    if (lstatSync(file).isFile()) {
      linkSync(file, aside)
      return
    }
  } catch {
    // Some systems refuse a second name for another user's file (proc(5), fs.protected_hardlinks).
  }
  renameSync(file, aside)
}
