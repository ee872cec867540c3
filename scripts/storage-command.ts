import path from 'node:path'
import { parseArgs } from 'node:util'
import type { Env } from '#app/cms/platform/env.server.ts'
import { Health } from '#app/cms/platform/health.server.ts'
import { log } from '#app/cms/platform/log.server.ts'
import type { ReportProgress } from '#app/cms/platform/progress.ts'
import type { StoreSettings } from '#app/cms/platform/store-settings.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { limitConcurrency } from '#app/cms/storage/limit-concurrency.ts'
import { digestFile, digestOf } from '#app/cms/storage/bucket/digest.server.ts'
import { MirrorState } from '#app/cms/storage/bucket/mirror-state.server.ts'
import { Mirror } from '#app/cms/storage/bucket/mirror.server.ts'
import { S3Client } from '#app/cms/storage/bucket/s3-client.server.ts'
import { readLease } from '#app/cms/storage/bucket/lease-record.server.ts'
import { testStore } from '#app/cms/storage/bucket/self-test.server.ts'
import { isShared, MIRROR_STATE, SHARED_ROOTS } from '#app/cms/storage/bucket/shared-names.ts'
import { AUDIT_FOLDER } from '#app/cms/people/audit/audit-files.server.ts'
import { EXIT_CODES, oneLine, type Ask, type CommandResult } from './command-result.ts'

const helpFor = ({ contentDir, uploadsDir, dataDir, store }: Env) => `Usage: npm run storage -- push | pull | compare

  push     Copies the folders to the bucket. Objects that are not in the folders are removed from the bucket.
           It lists what it would overwrite or remove, and asks. An audit log is never replaced by a shorter one.
           --yes    does not ask
           --force  also pushes while a node of the site writes to the bucket, and overwrites what it saves
  pull     Copies the bucket to the folders. Files that are not in the bucket are removed from the folders.
  compare  Lists the differences and changes nothing.

  Stop the site on these folders before push and pull. Before push, stop all nodes of the bucket.
Folders: ${contentDir}, ${uploadsDir}, ${dataDir} (CONTENT_DIR, UPLOADS_DIR, DATA_DIR).
Bucket: ${store ? `${store.buckets.join(', ')} ${store.prefix}` : 'none (STORAGE)'}
${EXIT_CODES}`

const SIDE_BY_SIDE = 8
/** At most this number of differences is listed by name. */
const MAX_LISTED = 100

/** A node renews its lease every second. Older than that, its process has ended, or is no longer allowed to write. */
const RECENT_LEASE_MS = 15_000

interface Command {
  name: 'push' | 'pull' | 'compare'
  /** Does not ask before it overwrites or removes. */
  isConfirmed: boolean
  /** Pushes even if a node writes. */
  isForced: boolean
}

interface Difference {
  name: string
  kind: 'only in the folders' | 'only in the bucket' | 'different'
}

interface StorageCommandOptions {
  report?: ReportProgress | undefined
  /** Asks on the terminal; undefined if there is none. */
  ask?: Ask | undefined
}

/** Runs `npm run storage -- …` with the arguments after the dashes. */
export async function runStorageCommand(
  args: string[],
  env: Env,
  options: StorageCommandOptions = {},
): Promise<CommandResult> {
  log.level = env.logLevel
  let command
  try {
    command = commandOf(args)
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return { exitCode: 2, output: '', errors: `${problem}\n\n${helpFor(env)}` }
  }
  if (command === 'help') return { exitCode: 0, output: helpFor(env), errors: '' }
  if (!env.store) return { exitCode: 2, output: '', errors: `STORAGE names no bucket.\n\n${helpFor(env)}` }
  try {
    return await run(command, env, env.store, options)
  } catch (error) {
    const reasons = error instanceof Error ? [error.message, error.cause].filter(Boolean) : [error]
    return { exitCode: 1, output: '', errors: `${reasons.map(String).join(' ')}\n` }
  }
}

/** Throws an Error that says what was not understood. */
function commandOf(args: string[]): Command | 'help' {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      help: { type: 'boolean', short: 'h' },
      yes: { type: 'boolean', default: false },
      force: { type: 'boolean', default: false },
    },
  })
  if (values.help) return 'help'
  const [name] = positionals
  const isKnown = name === 'push' || name === 'pull' || name === 'compare'
  if (positionals.length !== 1 || !isKnown) throw new Error('Enter push, pull or compare.')
  if (name !== 'push' && (values.yes || values.force)) throw new Error('--yes and --force belong to push.')
  return { name, isConfirmed: values.yes, isForced: values.force }
}

async function run(
  command: Command,
  env: Env,
  store: StoreSettings,
  { report, ask }: StorageCommandOptions,
): Promise<CommandResult> {
  // The lock shows whether a site is open on the folders. A comparison needs no lock.
  const isBesideSite = command.name === 'compare'
  const disk = openDiskStorage({ ...env, log, health: new Health(log), isBesideSite })
  const client = new S3Client(store)
  const bucket = `${store.buckets[0] ?? ''}/${store.prefix}`
  const state = new MirrorState(path.join(env.dataDir, MIRROR_STATE), bucket, isBesideSite)
  const mirror = new Mirror(client, disk, state, log)
  try {
    if (command.name === 'push') {
      await testStore(client)
      if (!command.isForced) await assertNoWriter(client)
    }
    await assertSource(command, client, mirror)
    const found = await compare(client, mirror, report)
    if (command.name === 'compare') return resultOf(found)
    const kept = command.name === 'push' ? await longerAuditLogs(found, client, mirror) : new Set<string>()
    const differences = found.filter(({ name }) => !kept.has(name))
    if (command.name === 'push') {
      const refusal = await whyNotToPush(differences, command, ask)
      if (refusal !== undefined) return { exitCode: 1, output: '', errors: refusal }
      // The comparison and the question may have taken long.
      if (!command.isForced) await assertNoWriter(client)
    }
    const inTurn = limitConcurrency({ running: SIDE_BY_SIDE, waiting: Infinity })
    let copied = 0
    // Files that content refers to come before the content.
    for (const root of SHARED_ROOTS) {
      const some = differences.filter(({ name }) => name.startsWith(`${root}/`))
      const change = command.name === 'push' ? push : pull
      await Promise.all(
        some.map((difference) =>
          inTurn(async () => {
            await change(difference, client, mirror)
            copied += 1
            report?.({ work: 'Copying', done: copied, total: differences.length, unit: 'files' })
          }),
        ),
      )
    }
    await state.write()
    const left = (await compare(client, mirror, report)).filter(({ name }) => !kept.has(name))
    const notes = [...kept].map((name) => `${name} of the bucket is longer than that of the folders, and was kept.\n`)
    return resultOf(left, `${differences.length} files differed.\n${notes.join('')}`)
  } finally {
    client.close()
    await disk.close()
  }
}

/** Throws if a node has renewed its lease lately, by the clock of the store. */
async function assertNoWriter(client: S3Client): Promise<void> {
  const lease = await readLease(client)
  if (!lease || lease.record?.holder === null || lease.age >= RECENT_LEASE_MS) return
  throw new Error(
    `A node of the site writes to this bucket: it renewed its lease ${Math.max(0, Math.round(lease.age / 1000))} seconds ago. A push would overwrite what it saves. Nothing was changed. Stop all nodes, wait ${RECENT_LEASE_MS / 1000} seconds, and push again. With --force, the push does not wait.`,
  )
}

/** The audit logs of the bucket that have more lines than those of the folders. */
async function longerAuditLogs(
  differences: readonly Difference[],
  client: S3Client,
  { disk }: Mirror,
): Promise<Set<string>> {
  const longer = new Set<string>()
  for (const { name, kind } of differences) {
    if (!name.startsWith(`${AUDIT_FOLDER}/`) || kind === 'only in the folders') continue
    const inBucket = (await client.head(name))?.size ?? 0
    if (inBucket > ((await disk.stat(name))?.size ?? 0)) longer.add(name)
  }
  return longer
}

/** Asks about what a push overwrites or removes. Resolves with the reason if it is not done. */
async function whyNotToPush(
  differences: readonly Difference[],
  { isConfirmed }: Command,
  ask: Ask | undefined,
): Promise<string | undefined> {
  const lost = differences.filter(({ kind }) => kind !== 'only in the folders')
  if (isConfirmed || lost.length === 0) return undefined
  const wordOf = ({ kind }: Difference) => (kind === 'different' ? 'overwritten' : 'removed')
  const list = `This would change ${lost.length} objects of the bucket:\n${listed(lost, wordOf)}`
  if (!ask) return `${list}Nothing was changed. To do it, add --yes.\n`
  const answer = await ask(`${list}Type yes to do it: `, { isVisible: true })
  return answer.trim().toLowerCase() === 'yes' ? undefined : 'Nothing was changed.\n'
}

/** An empty source is a disk that is not mounted, or the wrong bucket: the other side must not be emptied too. */
async function assertSource({ name }: Command, client: S3Client, { disk }: Mirror): Promise<void> {
  if (name === 'push' && (await disk.list('content')).length === 0) {
    throw new Error(
      'The content folder is empty, so a push would remove the content of the bucket. Nothing was changed.',
    )
  }
  if (name === 'pull' && (await client.list('content/').next()).done) {
    throw new Error(
      'The bucket has no content, so a pull would remove the content of the folders. Nothing was changed.',
    )
  }
}

async function push({ name, kind }: Difference, client: S3Client, { disk }: Mirror): Promise<void> {
  if (kind === 'only in the bucket') return client.remove(name)
  const file = disk.pathOf(name)
  await client.put(name, { file, ...(await digestFile(file)) })
}

async function pull({ name, kind }: Difference, _client: S3Client, mirror: Mirror): Promise<void> {
  mirror.state.set(name, undefined)
  if (kind === 'only in the folders') await mirror.disk.remove(name)
  else await mirror.pull([name], () => Promise.resolve())
}

async function compare(client: S3Client, mirror: Mirror, report?: ReportProgress): Promise<Difference[]> {
  const objects = new Map<string, string>()
  for (const root of SHARED_ROOTS) {
    for await (const { key, etag } of client.list(`${root}/`)) if (isShared(key)) objects.set(key, etag)
  }
  const differences: Difference[] = []
  let compared = 0
  for await (const name of mirror.files()) {
    compared += 1
    report?.({ work: 'Comparing', done: compared, unit: 'files' })
    const etag = objects.get(name)
    objects.delete(name)
    if (etag === undefined) differences.push({ name, kind: 'only in the folders' })
    else if (!(await isEqual(client, mirror, name, etag))) differences.push({ name, kind: 'different' })
  }
  for (const name of objects.keys()) differences.push({ name, kind: 'only in the bucket' })
  return differences
}

/** Compares the MD5 with the ETag, which is the MD5 of an object from a single PUT; otherwise the bytes. */
async function isEqual(client: S3Client, { disk }: Mirror, name: string, etag: string): Promise<boolean> {
  const sums = await digestFile(disk.pathOf(name))
  if (sums.md5 === etag) return true
  const found = await client.get(name)
  if (!found || found === 'unchanged') return false
  if (found.size === sums.size) return (await digestOf(found.body)).sha256 === sums.sha256
  found.body.destroy()
  return false
}

function resultOf(differences: readonly Difference[], before = ''): CommandResult {
  if (differences.length === 0) {
    return { exitCode: 0, output: `${before}The folders and the bucket are equal.\n`, errors: '' }
  }
  const list = listed(differences, ({ kind }) => kind)
  return { exitCode: 1, output: `${before}${differences.length} files differ:\n${list}`, errors: '' }
}

function listed(differences: readonly Difference[], wordOf: (difference: Difference) => string): string {
  const lines = differences
    .slice(0, MAX_LISTED)
    .map((difference) => `  ${wordOf(difference)}: ${oneLine(difference.name)}\n`)
  const more = differences.length - lines.length
  return [...lines, ...(more > 0 ? [`  and ${more} more\n`] : [])].join('')
}
