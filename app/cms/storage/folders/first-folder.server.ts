import { closeSync, openSync, statSync } from 'node:fs'

interface Identity {
  dev: bigint
  ino: bigint
}

/**
 * Recognises the folder that was found first at a path. A disk that is unmounted, or a folder that is renamed, leaves no
 * folder or another one at the path: files that are written there would be hidden once the first folder is back.
 */
export class FirstFolder {
  #first: Identity | undefined
  /** Keeps the folder open: the system could otherwise give its number to the next folder after its removal. */
  #descriptor: number | undefined

  constructor(private readonly folder: string) {}

  /**
   * `first`: the first folder. `moved`: a folder with its number on another device, as after its disk was mounted again.
   * `other`: another folder. `missing`: none, but there was one. `unknown`: there was none yet. Throws the system's
   * error.
   */
  look(): 'first' | 'moved' | 'other' | 'missing' | 'unknown' {
    const found = statSync(this.folder, { bigint: true, throwIfNoEntry: false })
    const first = this.#first
    if (!first) {
      if (!found?.isDirectory()) return 'unknown'
      this.#first = found
      return 'first'
    }
    if (!found?.isDirectory()) return 'missing'
    if (found.ino !== first.ino) return 'other'
    return found.dev === first.dev ? 'first' : 'moved'
  }

  /** Makes the folder that is at the path now the first one. Throws the system's error. */
  adopt(): void {
    const found = statSync(this.folder, { bigint: true })
    this.release()
    this.#first = found
    this.#descriptor = openSync(this.folder, 'r')
  }

  /** Closes the folder. */
  release(): void {
    if (this.#descriptor === undefined) return
    closeSync(this.#descriptor)
    this.#descriptor = undefined
  }
}
