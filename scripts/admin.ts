import { runAdminCommand } from './admin-command.ts'

const { exitCode, output, errors } = await runAdminCommand(process.argv.slice(2))
process.stdout.write(output)
process.stderr.write(errors)
process.exitCode = exitCode
