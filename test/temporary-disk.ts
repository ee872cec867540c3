import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { sharedTmpdir } from './shared-tmpdir.ts'

/** A small separate disk that can be made read-only and writable again, for every user. */
interface TemporaryDisk {
  folder: string
  /** The problem that is reported for a folder on the disk that cannot be written. */
  fault: 'read-only' | 'not-permitted'
  /** The user that must run a process for the fault to occur; undefined if it occurs for every user. */
  uid: number | undefined
  setWritable(isWritable: boolean): void
  remove(): void
}

const NOBODY = 65_534

/** A memory file system that is remounted; if mounting is not allowed, a folder without write permission. */
export function openDisk(): TemporaryDisk {
  const folder = mkdtempSync(path.join(sharedTmpdir(), 'disk-'))
  return mountDisk(folder) ?? folderAsDisk(folder)
}

function mountDisk(folder: string): TemporaryDisk | undefined {
  try {
    mount('-t', 'tmpfs', '-o', 'size=256m,mode=755', 'tmpfs', folder)
  } catch {
    return undefined
  }
  return {
    folder,
    fault: 'read-only',
    uid: undefined,
    setWritable(isWritable) {
      mount('-o', `remount,${isWritable ? 'rw' : 'ro'}`, folder)
    },
    remove() {
      execFileSync('umount', ['--lazy', folder])
      rmSync(folder, { recursive: true })
    },
  }
}

function mount(...args: string[]) {
  execFileSync('mount', args, { stdio: 'ignore' })
}

/** Permissions do not stop the superuser: this process then runs as another user while the disk is not writable. */
function folderAsDisk(folder: string): TemporaryDisk {
  const isRoot = process.getuid?.() === 0
  return {
    folder,
    fault: 'not-permitted',
    uid: isRoot ? NOBODY : undefined,
    setWritable(isWritable) {
      if (isRoot) process.seteuid?.(0)
      for (const entry of [folder, ...readdirSync(folder, { recursive: true, encoding: 'utf8' })]) {
        const entryPath = path.resolve(folder, entry)
        if (isRoot) chownSync(entryPath, NOBODY, NOBODY)
        const { mode } = lstatSync(entryPath)
        chmodSync(entryPath, isWritable ? mode | 0o200 : mode & ~0o222)
      }
      if (isRoot && !isWritable) process.seteuid?.(NOBODY)
    },
    remove() {
      if (isRoot) process.seteuid?.(0)
      rmSync(folder, { recursive: true })
    },
  }
}
