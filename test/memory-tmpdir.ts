import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import path from 'node:path'

const MEMORY = '/dev/shm'
/** Containers often have 64 MB there. */
const ENOUGH_BYTES = 4e9

/**
 * Lets tests keep their temporary files in memory, where there is enough: most of them would mainly wait for fsync. An
 * operating system keeps what a killed process has written in either place. TMPDIR overrides it.
 */
export default function useMemory() {
  if (process.env['TMPDIR'] !== undefined || !isRoomy()) return undefined
  const folder = mkdtempSync(path.join(MEMORY, 'tests-'))
  // Programs of other users have temporary files too.
  chmodSync(folder, 0o1777)
  process.env['TMPDIR'] = folder
  return () => {
    rmSync(folder, { recursive: true, force: true })
  }
}

function isRoomy() {
  try {
    const { bavail, bsize } = statfsSync(MEMORY)
    return bavail * bsize >= ENOUGH_BYTES
  } catch {
    return false
  }
}
