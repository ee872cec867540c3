import { readEnv } from '#app/platform/env.server.ts'
import { runStorageCommand } from './storage-command.ts'

const env = readEnv({ LOG_LEVEL: 'warn', ...process.env })
const { exitCode, output, errors } = await runStorageCommand(process.argv.slice(2), env)
process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = exitCode
