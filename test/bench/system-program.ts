import { findProgram } from '../../scripts/system-program.mjs'

/** Path of a program of the system, installed with apt where it is missing. Throws an Error that says what to install. */
export function systemProgram(name: string, debianPackage = name): string {
  const found = findProgram([name], debianPackage)
  if (found === undefined) throw new Error(`${name} is needed. On Debian: apt-get install ${debianPackage}`)
  return found
}
