import { lstatSync } from 'node:fs'
import path from 'node:path'
import type { Env } from '#app/cms/platform/env.server.ts'
import { hasCode } from '#app/cms/storage/storage-error.ts'

/** The environment of a process. */
export type Variables = Readonly<Record<string, string | undefined>>

const FOLDERS = { CONTENT_DIR: 'contentDir', UPLOADS_DIR: 'uploadsDir', DATA_DIR: 'dataDir' } as const

/** The line that each command begins with: on which site it acts. */
export function foldersLine({ contentDir, uploadsDir, dataDir }: Env): string {
  return `Folders: content ${contentDir}, uploads ${uploadsDir}, data ${dataDir}\n`
}

/** What a site, or an interrupted restore of one, leaves in its data folder besides the accounts. */
const TRACES = ['history', 'audit', 'last-good', 'inbox', 'restore.json', '.restore-previous']

const HOW_TO_SET =
  'Run the command with the settings of the site: CONTENT_DIR, UPLOADS_DIR and DATA_DIR. ' +
  'With systemd: sudo polymer-website COMMAND, which reads /etc/polymer-website.env (deploy/README.md).'

/**
 * Why a command must not act on these folders, as they are not those of a site; undefined if it may. `backup` and
 * `verify` need a site that has run: otherwise they would report success for the sample content. `restore` and `admin`
 * may begin a site, but in the folder of the program only if that was asked for.
 */
export function whyNotThisSite(
  command: string,
  env: Env,
  { programFolder, variables }: { programFolder: string; variables: Variables },
): string | undefined {
  const present = namesIn(env.dataDir, ['accounts.json'])
  if (present.length > 0) return undefined
  const needsAccounts = command === 'backup'
  const hasRun = namesIn(env.dataDir, TRACES).length > 0
  if (needsAccounts || (command === 'verify' && !hasRun)) {
    const what = hasRun
      ? `${env.dataDir} has no accounts.json, so it is not complete: perhaps its disk is not mounted.`
      : `No site has run with these folders: ${env.dataDir} has no accounts.json.`
    return `${what} ${HOW_TO_SET}`
  }
  const isChosen = Object.keys(FOLDERS).some((name) => (variables[name] ?? '') !== '')
  const isShipped = Object.values(FOLDERS).some((name) => path.dirname(env[name]) === programFolder)
  if (hasRun || isChosen || !isShipped || command === 'verify') return undefined
  return (
    `These are the folders that the program came with, and no site has run there. ${HOW_TO_SET} ` +
    'If you mean these folders, set the three variables to them.'
  )
}

function namesIn(folder: string, names: readonly string[]): string[] {
  return names.filter((name) => {
    try {
      lstatSync(path.join(folder, name))
      return true
    } catch (error) {
      // A folder that cannot be read is no empty one.
      return !hasCode(error, 'ENOENT', 'ENOTDIR')
    }
  })
}
