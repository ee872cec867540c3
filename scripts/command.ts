import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { runCommand } from './run-command.ts'

// The commands beside the site, such as `command.js admin reset`. This file runs as build/host/command.js.
const { exitCode, output, errors } = await runCommand(process.argv.slice(2), {
  variables: process.env,
  programFolder: path.resolve(import.meta.dirname, '../..'),
  stdout: process.stdout,
  stderr: process.stderr,
  ask: process.stdin.isTTY ? askOnTerminal : undefined,
})
if (output !== '') process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = exitCode

/** Reads a line from the terminal. What is typed is shown only with `isVisible`. */
async function askOnTerminal(question: string, { isVisible = false } = {}): Promise<string> {
  process.stderr.write(question)
  const terminal = createInterface({
    input: process.stdin,
    output: isVisible
      ? process.stderr
      : new Writable({
          write(_chunk, _encoding, done) {
            done()
          },
        }),
    terminal: true,
  })
  try {
    return await terminal.question('')
  } finally {
    terminal.close()
    if (!isVisible) process.stderr.write('\n')
  }
}
