import path from 'node:path'
import type { Writable } from 'node:stream'
import { readEnv, type Env } from '#app/cms/platform/env.server.ts'
import { setSiteProfile } from '#app/cms/platform/site-profile.ts'
import { PROFILE } from '#app/site/profile.ts'
import { foldersLine, whyNotThisSite, type Variables } from './command-folders.ts'
import { EXIT_CODES, type Ask, type CommandResult } from './command-result.ts'
import { continueAsOwner, ownerHint, type UserOfProcess } from './command-user.ts'
import { openProgress, type Terminal } from './terminal-progress.ts'

interface CommandContext {
  /** The environment. */
  variables: Variables
  programFolder: string
  /** Receives an archive. */
  stdout: Writable
  /** Receives the folders and the progress. */
  stderr: Terminal
  /** Asks on the terminal; undefined if there is none. */
  ask: Ask | undefined
  /** Default: this process. */
  user?: UserOfProcess
}

const COMMANDS = ['admin', 'backup', 'restore', 'storage', 'verify']

const HELP = `Usage: npm run COMMAND -- [ARGUMENTS], or: node build/host/command.js COMMAND [ARGUMENTS]

  admin    makes a new password, or removes a second factor
  backup   writes the site into an archive, or rehearses a restore
  restore  replaces the site with an archive, or undoes that
  storage  copies the site to a bucket or from it
  verify   checks every file of the site

  COMMAND --help shows its arguments. Settings are read from the environment (docs/settings.md).
${EXIT_CODES}`

/** Runs one of the commands; its name is the first argument. Each loads only its own modules. */
export async function runCommand(args: string[], context: CommandContext): Promise<CommandResult> {
  const [name = '', ...rest] = args
  if (name === '--help' || name === '-h') return { exitCode: 0, output: HELP, errors: '' }
  if (!COMMANDS.includes(name)) return refusal(name === '' ? HELP : `There is no command "${name}".\n\n${HELP}`)
  setSiteProfile(PROFILE)
  let env: Env
  try {
    env = readEnv({ NODE_ENV: 'production', LOG_LEVEL: 'warn', ...context.variables })
  } catch (error) {
    return refusal(`${error instanceof Error ? error.message : String(error)}\n`)
  }
  const isHelp = rest.includes('--help') || rest.includes('-h')
  if (!isHelp) {
    if (env.logLevel !== 'silent') context.stderr.write(foldersLine(env))
    const reason = rest.includes('--rehearse') ? undefined : whyNotThisSite(name, env, context)
    if (reason !== undefined) return refusal(`${reason}\n`)
    const owner = continueAsOwner(env.dataDir, context.user)
    if (owner) context.stderr.write(`This command continues as user ${owner.uid}, whom ${owner.by} belongs to.\n`)
  }
  const progress = openProgress(env.logLevel === 'silent' ? undefined : context.stderr)
  try {
    const result = await run(name, rest, env, { ...context, report: progress.report })
    const hint = result.exitCode === 1 ? ownerHint(result.errors, env.dataDir, context.user) : ''
    return { ...result, errors: result.errors + hint }
  } finally {
    progress.end()
  }
}

type RunOptions = CommandContext & Pick<ReturnType<typeof openProgress>, 'report'>

async function run(name: string, args: string[], env: Env, options: RunOptions): Promise<CommandResult> {
  const { variables, programFolder, stdout, ask, report } = options
  switch (name) {
    case 'admin':
      return (await import('./admin-command.ts')).runAdminCommand(args, env)
    case 'storage':
      return (await import('./storage-command.ts')).runStorageCommand(args, env, { ask, report })
    case 'verify':
      return (await import('./verify-command.ts')).runVerifyCommand(args, env, report)
    default:
      return (await import('./backup-command.ts')).runBackupCommand([name, ...args], {
        env,
        passphrase: variables['BACKUP_PASSPHRASE'] ?? env.backup?.passphrase,
        hostProgram: path.join(programFolder, 'build/host/main.js'),
        stdout,
        ask,
        report,
      })
  }
}

function refusal(errors: string): CommandResult {
  return { exitCode: 2, output: '', errors }
}
