import { parseArgs } from 'node:util'
import { openAuth, UnknownUsername } from '#app/cms/people/auth.server.ts'
import { usernameSchema } from '#app/cms/platform/env-variables.server.ts'
import { type Env } from '#app/cms/platform/env.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { openS3Storage } from '#app/cms/storage/bucket/s3-storage.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { EXIT_CODES, type CommandResult } from './command-result.ts'

const helpFor = (dataDir: string) => `Usage: npm run admin -- reset [--username NAME]
       npm run admin -- reset-factor [--username NAME]

  reset   Makes a new password for the first account, an administrator, prints it once and ends its sessions.
          With --username NAME: for the account of that username, which can log in again if it was deactivated.
          If no account has that username, nothing is changed and the usernames are listed. If there is no account at
          all, or the file of the accounts is damaged, a first account is made.

  reset-factor
          Removes the second factor of the first account, or of that username, and ends its sessions. After that, the
          password is enough to log in.

The accounts are stored in the folder DATA_DIR (now ${dataDir}). The site can continue to run.
${EXIT_CODES}`

const FAILED = { reset: 'The password was not changed', 'reset-factor': 'The second factor was not removed' }

/** Runs `npm run admin -- …` with the arguments after the dashes. Content is not changed. */
export async function runAdminCommand(args: string[], env: Env): Promise<CommandResult> {
  const help = helpFor(env.dataDir)
  const command = parseCommand(args)
  if (command.kind === 'help') return { exitCode: 0, output: help, errors: '' }
  if (command.kind === 'unknown') return { exitCode: 2, output: '', errors: `${command.problem}\n\n${help}` }
  const health = new Health(log)
  let storage: Storage
  try {
    const { store, ...folders } = env
    const options = { ...folders, log, health, isBesideSite: true }
    storage = store ? await openS3Storage({ ...options, store }) : openDiskStorage(options)
  } catch (error) {
    return failed(command.kind, error)
  }
  try {
    const auth = openAuth({ ...env, storage, health })
    if (command.kind === 'reset-factor') {
      const reset = await auth.resetSecondFactor(command.username)
      if (reset === undefined) {
        const accounts = auth.accounts.readAccounts() ?? []
        return failed(command.kind, new UnknownUsername(accounts.map((account) => account.username)))
      }
      return {
        exitCode: 0,
        output: `The second factor of ${reset} was removed, and the sessions of that person were ended.\n`,
        errors: '',
      }
    }
    const { username, password, renamedTo } = await auth.resetPassword({
      username: command.username,
      fallbackUsername: env.adminUsername,
    })
    const output = `Username: ${username}\nPassword: ${password}\n\nThis password is not shown again. The sessions of this account were ended.\n`
    const kept =
      renamedTo === undefined
        ? ''
        : `The account file that could not be used was renamed to ${storage.pathOf(renamedTo)}\n`
    return { exitCode: 0, output: output + kept, errors: '' }
  } catch (error) {
    return failed(command.kind, error)
  } finally {
    await storage.close()
  }
}

function failed(kind: keyof typeof FAILED, error: unknown): CommandResult {
  if (error instanceof UnknownUsername) {
    const list = error.usernames.map((username) => `  ${username}\n`).join('')
    const known = list === '' ? 'There is no account yet.\n' : `The usernames are:\n${list}`
    return { exitCode: 1, output: '', errors: `${FAILED[kind]}: no account has this username. ${known}` }
  }
  const reasons = error instanceof Error ? [error.message, error.cause].filter(Boolean) : [error]
  const reason = reasons.map(String).join(' ')
  return { exitCode: 1, output: '', errors: `${FAILED[kind]}: ${reason}\n` }
}

type Command =
  | { kind: 'help' }
  | { kind: 'unknown'; problem: string }
  | { kind: 'reset' | 'reset-factor'; username: string | undefined }

function parseCommand(args: string[]): Command {
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: { username: { type: 'string' }, help: { type: 'boolean', short: 'h' } },
    })
  } catch (error) {
    return { kind: 'unknown', problem: error instanceof Error ? error.message : String(error) }
  }
  const { positionals, values } = parsed
  if (values.help || positionals.length === 0) return { kind: 'help' }
  const kind = positionals.join(' ')
  if (kind !== 'reset' && kind !== 'reset-factor') return { kind: 'unknown', problem: `There is no command "${kind}".` }
  if (values.username !== undefined && !usernameSchema.safeParse(values.username).success) {
    return { kind: 'unknown', problem: 'A username must have 1 to 64 letters, digits or . _ @ -' }
  }
  return { kind, username: values.username }
}
