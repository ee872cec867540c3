/** The output of a command and its exit code: 0 done, 1 failed, 2 usage error. */
export interface CommandResult {
  exitCode: 0 | 1 | 2
  output: string
  errors: string
}

/** A text on one line. A file name may contain any character, also control sequences that a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/\p{C}/gu, '\uFFFD')
}
