import { vi } from 'vitest'

/** What a test makes of calls to the file system: each hook runs before the call it is named after, and may throw. */
export interface FileSystemHooks {
  /** Before each fsync, of files and folders alike. */
  fsync?: ((descriptor: number) => void) | undefined
  /** Before a rename that does not wait, with both names. */
  renameSync?: ((from: string, to: string) => void) | undefined
  /** Before a rename that waits. */
  rename?: ((from: string, to: string) => void) | undefined
  /** Before a file is opened, with its name. */
  openSync?: ((file: string) => void) | undefined
}

/** An error as the system reports it. */
export function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected, ${syscall}`), { code, syscall })
}

/** `node:fs` with the hooks in front of its calls: `vi.mock('node:fs', () => fsWith(hooks))`. */
export async function fsWith(hooks: FileSystemHooks) {
  const fs = await vi.importActual<typeof import('node:fs')>('node:fs')
  return {
    ...fs,
    fsync(descriptor: number, callback: (error: NodeJS.ErrnoException | null) => void) {
      try {
        hooks.fsync?.(descriptor)
      } catch (error) {
        callback(error as NodeJS.ErrnoException)
        return
      }
      fs.fsync(descriptor, callback)
    },
    renameSync(from: string, to: string) {
      hooks.renameSync?.(from, to)
      fs.renameSync(from, to)
    },
    openSync(file: string, flags: string | number, mode?: number) {
      hooks.openSync?.(file)
      return fs.openSync(file, flags, mode)
    },
  }
}

/** As {@link fsWith}, for `node:fs/promises`. */
export async function fsPromisesWith(hooks: FileSystemHooks) {
  const fs = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
  return {
    ...fs,
    async rename(from: string, to: string) {
      hooks.rename?.(from, to)
      await fs.rename(from, to)
    },
  }
}
