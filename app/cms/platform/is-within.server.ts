import { realpathSync } from 'node:fs'
import path from 'node:path'

/** Whether a file or folder is a folder, or in it, with links followed. Neither needs to exist. */
export function isWithin(inner: string, outer: string): boolean {
  const between = path.relative(realPath(outer), realPath(inner))
  return between !== '..' && !between.startsWith(`..${path.sep}`) && !path.isAbsolute(between)
}

/** The real path of the nearest folder that exists, with the names below it. */
function realPath(name: string): string {
  const full = path.resolve(name)
  try {
    return realpathSync(full)
  } catch {
    const above = path.dirname(full)
    return above === full ? full : path.join(realPath(above), path.basename(full))
  }
}
