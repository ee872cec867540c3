import { existsSync } from 'node:fs'
import path from 'node:path'

/** The folder of the program: the nearest one above this module that has a package.json. */
export function findProgramFolder(): string {
  let folder = import.meta.dirname
  while (!existsSync(path.join(folder, 'package.json')) && path.dirname(folder) !== folder)
    folder = path.dirname(folder)
  return folder
}
