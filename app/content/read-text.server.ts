import { readFileSync, statSync } from 'node:fs'
import { MAX_YAML_BYTES } from './yaml-document.ts'

/** What reading a content file gave: its text, or why there is none. */
export type FileText = { text: string } | { text: null; problem: string }

/** Reads a text file of at most {@link MAX_YAML_BYTES}. Never throws. */
export function readTextSync(file: string): FileText {
  try {
    return statSync(file).size > MAX_YAML_BYTES ? TOO_LARGE : { text: readFileSync(file, 'utf8') }
  } catch (error) {
    return unreadable(error)
  }
}

const TOO_LARGE = { text: null, problem: `The file is larger than ${MAX_YAML_BYTES / 1e6} MB` }

function unreadable(error: unknown) {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  return { text: null, problem: code === 'ENOENT' ? 'The file is missing' : `The file cannot be read (${code})` }
}
