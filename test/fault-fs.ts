import { vi } from 'vitest'

/** Hooks of a test into file system calls: each runs before the call that it is named after, and may throw. */
export interface FileSystemHooks {
  /** Before each fsync, of files and folders alike. */
  fsync?: ((descriptor: number) => void) | undefined
  /** Before a synchronous rename, with both names. */
  renameSync?: ((from: string, to: string) => void) | undefined
  /** Before an asynchronous rename, with both names. */
  rename?: ((from: string, to: string) => void) | undefined
  /** Before a file is opened, with its name. */
  openSync?: ((file: string) => void) | undefined
}

/** An error as the system reports it. */
export function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected, ${syscall}`), { code, syscall })
}

/** `node:fs` with the hooks before its calls: `vi.mock('node:fs', () => fsWith(hooks))`. */
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

/** Like {@link fsWith}, for `node:fs/promises`. */
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

/** `node:fs/promises` that calls `onChange` before each change of the disk. `onChange` may throw. */
export async function fsPromisesWatched(onChange: () => void) {
  const fs = await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')
  const { open, rename, rm, mkdir, unlink } = fs
  type Changing = (...args: never[]) => unknown
  const watched =
    (call: Changing) =>
    async (file: string, flags: unknown, ...others: never[]) => {
      if (call !== open || flags !== 'r') onChange()
      return call(...([file, flags, ...others] as never[]))
    }
  const calls = Object.entries({ open, rename, rm, mkdir, unlink })
  return { ...fs, ...Object.fromEntries(calls.map(([name, call]) => [name, watched(call as Changing)])) }
}
