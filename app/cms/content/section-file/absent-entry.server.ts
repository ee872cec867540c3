import type { ReadableFile } from '#app/cms/content/format/content-file.ts'
import { ABSENT_VERSION } from '#app/cms/content/history/removal-record.server.ts'
import type { FileRead } from './file-read.ts'

/** What an entry of a collection has instead of content while it does not exist: the empty text. */
export const ABSENT: ReadableFile<undefined> = {
  value: undefined,
  version: ABSENT_VERSION,
  text: '',
  isMigrated: false,
}

/** True if a file that belongs to an entry has no content: there is no such file, or nothing in it. */
export function isNothing(read: FileRead): boolean {
  return read.kind === 'missing' || (read.kind === 'text' && read.text.trim() === '')
}
