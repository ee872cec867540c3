import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { readEnv } from '#app/platform/env.server.ts'
import { runBackupCommand } from './backup-command.ts'

const env = readEnv({ LOG_LEVEL: 'warn', ...process.env })
const { exitCode, output, errors } = await runBackupCommand(process.argv.slice(2), {
  env,
  passphrase: process.env['BACKUP_PASSPHRASE'] ?? env.backup?.passphrase,
  hostProgram: path.join(import.meta.dirname, 'main.js'),
  stdout: process.stdout,
  ask: process.stdin.isTTY ? askInvisibly : undefined,
})
if (output !== '') process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = exitCode

/** A line from the terminal that is not shown while it is typed. */
async function askInvisibly(question: string): Promise<string> {
  process.stderr.write(question)
  const terminal = createInterface({
    input: process.stdin,
    output: new Writable({
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
    process.stderr.write('\n')
  }
}
