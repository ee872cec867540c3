import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs'
import path from 'node:path'
import { hasCode } from './has-code.ts'

/**
 * As `makeFolder` of the durable files, for what has to be done before the first request is answered: mkdir -p whose new
 * folders last. Throws the system's error.
 */
export function makeFolderSync(folder: string, mode: number): void {
  try {
    makeOneFolder(folder, mode)
  } catch (error) {
    if (!hasCode(error, 'ENOENT') || path.dirname(folder) === folder) throw error
    makeFolderSync(path.dirname(folder), mode)
    makeOneFolder(folder, mode)
  }
}

function makeOneFolder(folder: string, mode: number) {
  try {
    mkdirSync(folder, { mode })
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return
    throw error
  }
  const parent = openSync(path.dirname(folder), 'r')
  try {
    fsyncSync(parent)
  } finally {
    closeSync(parent)
  }
}
