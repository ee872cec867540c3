import { parseArgs } from 'node:util'
import { Health } from '#app/platform/health.server.ts'
import type { Env } from '#app/platform/env.server.ts'
import { log } from '#app/platform/log.server.ts'
import { openDiskStorage } from '#app/storage/disk-storage.server.ts'
import type { Finding, Verification } from '#app/verify/findings.ts'
import { verifySite } from '#app/verify/verify-site.server.ts'
import { oneLine, type CommandResult } from './command-result.ts'

const helpFor = ({ contentDir, uploadsDir, dataDir }: Env) => `Usage: npm run verify -- [--json]

  Checks every file of the site: content, the files and pages it names, history, messages, accounts, uploads, rights and free
  space. Changes nothing. The site can continue to run.
  --json  Prints the findings as JSON.

  Exit code: 0 nothing is wrong, 1 something is wrong, 2 the command was not understood.

Content is in ${contentDir}, uploads in ${uploadsDir}, data in ${dataDir} (CONTENT_DIR, UPLOADS_DIR, DATA_DIR).
`

/** Runs `npm run verify -- …` with the arguments after the dashes. */
export async function runVerifyCommand(args: string[], env: Env): Promise<CommandResult> {
  log.level = env.logLevel
  let values
  try {
    values = parseArgs({ args, options: { json: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } } }).values
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { exitCode: 2, output: '', errors: `${problem}\n\n${helpFor(env)}` }
  }
  if (values.help) return { exitCode: 0, output: helpFor(env), errors: '' }
  // The command only reads, so the site keeps the lock.
  const storage = openDiskStorage({ ...env, log, health: new Health(log), isBesideSite: true })
  try {
    const result = await verifySite({ storage })
    const isWrong = result.findings.some(({ severity }) => severity === 'problem')
    return {
      exitCode: isWrong ? 1 : 0,
      output: values.json ? `${JSON.stringify(result)}\n` : toText(result),
      errors: '',
    }
  } finally {
    await storage.close()
  }
}

function toText({ findings, checked, seconds }: Verification): string {
  const problems = findings.filter(({ severity }) => severity === 'problem')
  const notes = findings.filter(({ severity }) => severity === 'note')
  const size = (checked.bytes / 1_000_000).toFixed(1)
  return [
    ...group('Problems', problems),
    ...group('Notes', notes),
    `${problems.length === 0 ? 'Nothing is wrong' : 'Something is wrong'}: ${checked.files} files (${size} MB) were checked in ${seconds.toFixed(1)} s.`,
    '',
  ].join('\n')
}

function group(title: string, findings: readonly Finding[]): string[] {
  if (findings.length === 0) return []
  return [
    `${title} (${findings.length})`,
    ...findings.map(({ what, remedy }) => `  ${oneLine(`${what} ${remedy}`)}`),
    '',
  ]
}
