import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { readEnv } from '#app/platform/env.server.ts'
import type { CommandResult } from './command-result.ts'

// The commands beside the site, such as `command.js admin reset`. Each loads only its own modules.
const [name = '', ...args] = process.argv.slice(2)
const env = readEnv({ LOG_LEVEL: 'warn', ...process.env })

const { exitCode, output, errors } = await run()
if (output !== '') process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = exitCode

async function run(): Promise<CommandResult> {
  switch (name) {
    case 'admin':
      return (await import('./admin-command.ts')).runAdminCommand(args, env)
    case 'storage':
      return (await import('./storage-command.ts')).runStorageCommand(args, env)
    case 'verify':
      return (await import('./verify-command.ts')).runVerifyCommand(args, env)
    case 'backup':
    case 'restore':
      return (await import('./backup-command.ts')).runBackupCommand([name, ...args], {
        env,
        passphrase: process.env['BACKUP_PASSPHRASE'] ?? env.backup?.passphrase,
        hostProgram: path.join(import.meta.dirname, 'main.js'),
        stdout: process.stdout,
        ask: process.stdin.isTTY ? askInvisibly : undefined,
      })
    default:
      return { exitCode: 2, output: '', errors: 'The first argument is admin, backup, restore, storage or verify.\n' }
  }
}

/** Reads a line from the terminal without showing it. */
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
