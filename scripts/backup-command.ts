import path from 'node:path'
import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { ERASURES_FILE } from '#app/cms/inbox/privacy/erasures-file.ts'
import { backUp, streamBackup } from '#app/cms/operations/backup/back-up.server.ts'
import { MIN_PASSPHRASE_LENGTH } from '#app/cms/platform/password-length.ts'
import { restore, undoRestore } from '#app/cms/operations/backup/restore.server.ts'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { isWithin } from '#app/cms/platform/is-within.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { ReportProgress } from '#app/cms/platform/progress.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'
import { version } from '../package.json'
import { EXIT_CODES, type CommandResult } from './command-result.ts'
import { rehearse } from './rehearse-restore.ts'

interface BackupCommandOptions {
  env: Env
  /** From the environment. */
  passphrase: string | undefined
  /** Asks on the terminal; undefined if there is none. */
  ask: ((question: string) => Promise<string>) | undefined
  /** The built host, which a rehearsal starts. */
  hostProgram: string
  /** Receives the archive if FILE is `-`. */
  stdout: Writable
  report?: ReportProgress | undefined
}

const helpFor = ({ contentDir, uploadsDir, dataDir }: Env) => `Usage:
  npm run backup -- [--public-only] [--encrypt] FILE
  npm run backup -- --rehearse FILE
  npm run restore -- FILE
  npm run restore -- --undo

  backup    Writes content, uploads, history, messages and accounts into one archive. The site can continue to run.
            The archive is read back and checked. The list of erasures, erasures.json, is put beside FILE: keep both together.
            With - as FILE, the archive goes to the standard output and is not checked.
            --public-only leaves messages and accounts out.
            --encrypt asks for a passphrase, or reads it from BACKUP_PASSPHRASE. The program age can open the archive.
            --rehearse restores an archive into a temporary folder, starts the site there and requests every page.
  restore   Checks the archive, then replaces the site with its content. Stop the site first.
            --undo restores what the last restore has replaced.

Content is in ${contentDir}, uploads in ${uploadsDir}, data in ${dataDir} (CONTENT_DIR, UPLOADS_DIR, DATA_DIR).
${EXIT_CODES}`

/** Runs `npm run backup -- …` or `npm run restore -- …`: the first argument is `backup` or `restore`. */
export async function runBackupCommand(args: string[], options: BackupCommandOptions): Promise<CommandResult> {
  const help = helpFor(options.env)
  const command = parseCommand(args)
  if (command.kind === 'help') return { exitCode: 0, output: help, errors: '' }
  if (command.kind === 'unknown') return { exitCode: 2, output: '', errors: `${command.problem}\n\n${help}` }
  if (command.kind === 'backup') {
    const problem = whyNotThere(command.file, options.env)
    if (problem !== undefined) return { exitCode: 2, output: '', errors: `${FAILED.backup}: ${problem}\n` }
  }
  try {
    const isStreamed = command.kind === 'backup' && command.file === '-'
    return { exitCode: 0, output: await run(command, options), errors: isStreamed ? keepTheList(options.env) : '' }
  } catch (error) {
    const what = FAILED[command.kind]
    return { exitCode: 1, output: '', errors: `${what}: ${reasonOf(error, command)}\n` }
  }
}

const FAILED = {
  backup: 'No backup was made',
  rehearsal: 'The rehearsal failed',
  restore: 'Nothing was restored',
  undo: 'Nothing was restored',
}

/** Why a backup must not be written there; undefined if it may. */
function whyNotThere(file: string, { contentDir, uploadsDir, dataDir }: Env): string | undefined {
  if (file === '-') return undefined
  const folder = [contentDir, uploadsDir, dataDir].find((folder) => isWithin(file, folder))
  if (folder === undefined) return undefined
  return `${file} would be in a folder of the site (${folder}). Visitors could download it, or the loss of that disk would take it too. Choose another folder.`
}

async function run(
  command: Backup | Restore | Rehearsal | Undo,
  { env, passphrase, ask, hostProgram, stdout, report }: BackupCommandOptions,
): Promise<string> {
  log.level = env.logLevel
  const folders = { content: env.contentDir, uploads: env.uploadsDir, data: env.dataDir }
  // An archive is read twice, but its passphrase is requested once.
  let given = passphrase
  const askOnce = async () => {
    given ??= await ask?.('Passphrase of the backup: ')
    if (given === undefined) throw new Error('The backup is encrypted: set BACKUP_PASSPHRASE.')
    return given
  }
  if (command.kind === 'undo') {
    await undoRestore(folders)
    return 'The site is as it was before the last restore. The same command reverses this step.\n'
  }
  if (command.kind === 'restore') {
    const { files, created } = await restore(command.file, folders, askOnce, report)
    return `Restored ${files.length} files as they were at ${created}. To undo this, run the command again with --undo instead of the file.\n`
  }
  if (command.kind === 'rehearsal') {
    const { files, created, pages, findings } = await rehearse(command.file, askOnce, hostProgram, report)
    if (findings.length > 0) throw new Error(['The restored site has problems.', ...findings].join('\n'))
    return `A restore of ${files} files as they were at ${created} works: the site starts, and all ${pages} pages of its sitemap can be loaded.\n`
  }
  const options = {
    ...env,
    log,
    health: new Health(log),
    version,
    publicOnly: command.publicOnly,
    report,
    passphrase: command.encrypt ? (passphrase ?? (await askTwice(ask))) : undefined,
  }
  if (command.file === '-') {
    await streamBackup(stdout, options)
    return ''
  }
  const { manifest, leftOut, bytes } = await backUp(command.file, options)
  const skipped = leftOut.map((name) => `Left out, because it is not a regular file: ${name}\n`).join('')
  return `${skipped}Backed up ${manifest.files.length} files as they were at ${manifest.created} to ${command.file} (${formatBytes(bytes)}).\n`
}

/** What no archive contains. */
function keepTheList({ dataDir }: Pick<Env, 'dataDir'>) {
  return `Keep the newest ${path.join(dataDir, ERASURES_FILE)} beside the archive, if there is one: a restore on a new machine then erases again what people had erased.\n`
}

async function askTwice(ask: BackupCommandOptions['ask']): Promise<string> {
  if (!ask) throw new Error('The passphrase cannot be entered, because there is no terminal: set BACKUP_PASSPHRASE.')
  const passphrase = await ask('Passphrase of the backup: ')
  if (passphrase.length < MIN_PASSPHRASE_LENGTH)
    throw new Error(`A passphrase must have at least ${MIN_PASSPHRASE_LENGTH} characters.`)
  if ((await ask('Repeat the passphrase: ')) !== passphrase) throw new Error('The two passphrases are not the same.')
  return passphrase
}

function reasonOf(error: unknown, command: Backup | Restore | Rehearsal | Undo) {
  if (!(error instanceof Error)) return String(error)
  if ('file' in command && hasCode(error, 'ENOENT') && 'path' in error) {
    const folder = path.dirname(command.file)
    const missing = command.kind === 'backup' ? `folder ${folder}` : `file ${command.file}`
    if (String(error.path).startsWith(folder)) return `there is no ${missing}.`
  }
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : ''
  return `${error.message}${cause}`
}

interface Backup {
  kind: 'backup'
  file: string
  publicOnly: boolean
  encrypt: boolean
}
interface Restore {
  kind: 'restore'
  file: string
}
interface Rehearsal {
  kind: 'rehearsal'
  file: string
}
interface Undo {
  kind: 'undo'
}
type Command = { kind: 'help' } | { kind: 'unknown'; problem: string } | Backup | Restore | Rehearsal | Undo

const help = { help: { type: 'boolean', short: 'h' } } as const

function parseCommand([command, ...args]: string[]): Command {
  try {
    if (command === 'backup') {
      const { positionals, values } = parseArgs({
        args,
        allowPositionals: true,
        options: {
          ...help,
          'public-only': { type: 'boolean', default: false },
          encrypt: { type: 'boolean', default: false },
          rehearse: { type: 'boolean', default: false },
        },
      })
      if (values.help) return { kind: 'help' }
      if (values.rehearse) return { kind: 'rehearsal', file: onlyFile(positionals) }
      return {
        kind: 'backup',
        file: onlyFile(positionals),
        publicOnly: values['public-only'],
        encrypt: values.encrypt,
      }
    }
    const { positionals, values } = parseArgs({
      args,
      allowPositionals: true,
      options: { ...help, undo: { type: 'boolean', default: false } },
    })
    if (values.help || command !== 'restore') return { kind: 'help' }
    if (values.undo && positionals.length === 0) return { kind: 'undo' }
    return { kind: 'restore', file: onlyFile(positionals) }
  } catch (error) {
    return { kind: 'unknown', problem: error instanceof Error ? error.message : String(error) }
  }
}

function onlyFile([file, ...more]: string[]): string {
  if (file === undefined || more.length > 0) throw new Error('Enter the name of one file.')
  return file
}
