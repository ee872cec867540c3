import fs from 'node:fs'
import disk from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { onTestFinished } from 'vitest'

/** Hooks of a test into file system calls: each runs before the call that it is named after, and may throw. */
interface FileSystemHooks {
  /** Before each fsync, of files and folders alike. */
  fsync?: ((descriptor: number) => void) | undefined
  /** Before a synchronous rename, with both names. */
  renameSync?: ((from: string, to: string) => void) | undefined
  /** Before a file is opened synchronously, with its name. */
  openSync?: ((file: string) => void) | undefined
  /** Before a call of `node:fs/promises` that may change the disk, with its name and its file. */
  change?: ((call: string, file: string) => void) | undefined
}

/** The hooks of this process. The set-up of each test file removes them; tests remove their own. */
export const hooks: FileSystemHooks = {}

/** Removes all hooks. */
export function removeHooks() {
  for (const name of Object.keys(hooks)) Reflect.deleteProperty(hooks, name)
}

/** An error as the system reports it. */
export function systemError(code: string, syscall: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${code}: injected, ${syscall}`), { code, syscall })
}

/**
 * Makes a spy on a function of a built-in module, such as `vi.spyOn(fs, 'rename')`, effective for modules that import the
 * function by its name, until the test ends.
 */
export function inAllModules<Spy extends { mockRestore: () => void }>(spy: Spy): Spy {
  syncBuiltinESMExports()
  onTestFinished(() => {
    spy.mockRestore()
    syncBuiltinESMExports()
  })
  return spy
}

// The hooks are in place before any module that uses the file system is imported, and stay: modules of one worker are
// shared by test files, so that a mocked module would be mocked for all of them, or for none.
const { fsync, renameSync, openSync } = fs
Object.assign(fs, {
  fsync(descriptor: number, callback: (error: NodeJS.ErrnoException | null) => void) {
    try {
      hooks.fsync?.(descriptor)
    } catch (error) {
      callback(error as NodeJS.ErrnoException)
      return
    }
    fsync(descriptor, callback)
  },
  renameSync(from: string, to: string) {
    hooks.renameSync?.(from, to)
    renameSync(from, to)
  },
  openSync(...args: Parameters<typeof openSync>) {
    hooks.openSync?.(String(args[0]))
    return openSync(...args)
  },
})

const { open, rename, rm, mkdir, utimes, unlink } = disk
for (const [name, call] of Object.entries({ open, rename, rm, mkdir, utimes, unlink })) {
  Object.assign(disk, {
    [name]: async (file: unknown, ...others: unknown[]) => {
      if (typeof file === 'string' && (call !== open || others[0] !== 'r')) hooks.change?.(name, file)
      return (call as (...args: unknown[]) => unknown)(file, ...others)
    },
  })
}
syncBuiltinESMExports()
