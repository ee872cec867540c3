import { readEnv } from '#app/platform/env.server.ts'
import { runAdminCommand } from './admin-command.ts'

const { exitCode, output, errors } = await runAdminCommand(process.argv.slice(2), readEnv(process.env))
process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = exitCode
