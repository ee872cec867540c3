import { statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/**
 * The folder for temporary files that programs of another user also need: TMPDIR, or /tmp if TMPDIR is below a folder
 * that only its owner can enter.
 */
export function sharedTmpdir(): string {
  return canAllEnter(tmpdir()) ? tmpdir() : '/tmp'
}

function canAllEnter(folder: string): boolean {
  const parent = path.dirname(folder)
  return (statSync(folder).mode & 0o001) !== 0 && (parent === folder || canAllEnter(parent))
}
