/** The output of a command and its exit code: 0 done, 1 failed, 2 usage error. */
export interface CommandResult {
  exitCode: 0 | 1 | 2
  output: string
  errors: string
}

/** The part of each help that explains the exit codes. */
export const EXIT_CODES = `
Exit code: 0 done and nothing is wrong, 1 it failed or something is wrong, 2 the command or its settings were not understood,
or the folders are not those of a site. Results go to the standard output, all else to the standard error.
`

/** A text on one line. A file name may contain any character, also control sequences that a terminal would obey. */
export function oneLine(text: string): string {
  return text.replace(/\p{C}/gu, '\uFFFD')
}

/** Asks on the terminal. What is typed is shown only with `isVisible`. */
export type Ask = (question: string, options?: { isVisible?: boolean }) => Promise<string>
