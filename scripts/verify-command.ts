import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { formatBytes } from '#app/cms/platform/format/bytes.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import type { Env } from '#app/cms/platform/env.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { ReportProgress } from '#app/cms/platform/progress.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import type { Finding, Verification } from '#app/cms/operations/verify/findings.ts'
import { verifySite, type VerificationProgress } from '#app/cms/operations/verify/verify-site.server.ts'
import definition from '#app/site.config.ts'
import { EXIT_CODES, oneLine, type CommandResult } from './command-result.ts'

const PROGRESS_MS = 250

const helpFor = ({ contentDir, uploadsDir, dataDir }: Env) => `Usage: npm run verify -- [--json]

  Checks every file of the site: content, the files and pages it names, history, messages, accounts, uploads, rights and free
  space. Changes nothing. The site can continue to run.
  --json  Prints the findings as JSON.

Content is in ${contentDir}, uploads in ${uploadsDir}, data in ${dataDir} (CONTENT_DIR, UPLOADS_DIR, DATA_DIR).
${EXIT_CODES}`

/** Runs `npm run verify -- …` with the arguments after the dashes. */
export async function runVerifyCommand(args: string[], env: Env, report?: ReportProgress): Promise<CommandResult> {
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
  let progress: (() => VerificationProgress) | undefined
  const total = report && (await countFiles(env))
  const timer = setInterval(() => {
    report?.({ work: 'Checking', done: progress?.().files ?? 0, total, unit: 'files' })
  }, PROGRESS_MS)
  try {
    const result = await verifySite({ storage, definition, onProgress: (current) => (progress = current) })
    const isWrong = result.findings.some(({ severity }) => severity === 'problem')
    return {
      exitCode: isWrong ? 1 : 0,
      output: values.json ? `${JSON.stringify(result)}\n` : toText(result),
      errors: '',
    }
  } finally {
    clearInterval(timer)
    await storage.close()
  }
}

/** About how many files the check will read. Image variants are not read. */
async function countFiles({ contentDir, uploadsDir, dataDir }: Env): Promise<number> {
  const counts = [contentDir, uploadsDir, dataDir].map(async (folder) => {
    const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
    const variants = path.join(dataDir, 'variants')
    return entries.filter((entry) => entry.isFile() && !entry.parentPath.startsWith(variants)).length
  })
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
}

function toText({ findings, checked, seconds }: Verification): string {
  const problems = findings.filter(({ severity }) => severity === 'problem')
  const notes = findings.filter(({ severity }) => severity === 'note')
  return [
    ...group('Problems', problems),
    ...group('Notes', notes),
    `${problems.length === 0 ? 'Nothing is wrong' : 'Something is wrong'}: ${checked.files} files (${formatBytes(checked.bytes)}) were checked in ${seconds.toFixed(1)} s.`,
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
