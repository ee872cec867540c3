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
import { testStore } from '#app/cms/storage/bucket/self-test.server.ts'
import { isShared, MIRROR_STATE, SHARED_ROOTS } from '#app/cms/storage/bucket/shared-names.ts'
import { EXIT_CODES, oneLine, type CommandResult } from './command-result.ts'

const helpFor = ({ contentDir, uploadsDir, dataDir, store }: Env) => `Usage: npm run storage -- push | pull | compare

  push     Copies the folders to the bucket. Objects that are not in the folders are removed from the bucket.
  pull     Copies the bucket to the folders. Files that are not in the bucket are removed from the folders.
  compare  Lists the differences and changes nothing.

  Stop the site on these folders before push and pull. Before push, stop all nodes of the bucket.
Folders: ${contentDir}, ${uploadsDir}, ${dataDir} (CONTENT_DIR, UPLOADS_DIR, DATA_DIR).
Bucket: ${store ? `${store.buckets.join(', ')} ${store.prefix}` : 'none (STORAGE)'}
${EXIT_CODES}`

const SIDE_BY_SIDE = 8
/** At most this number of differences is listed by name. */
const MAX_LISTED = 100

type Command = 'push' | 'pull' | 'compare'

interface Difference {
  name: string
  kind: 'only in the folders' | 'only in the bucket' | 'different'
}

/** Runs `npm run storage -- …` with the arguments after the dashes. */
export async function runStorageCommand(args: string[], env: Env, report?: ReportProgress): Promise<CommandResult> {
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
    return await run(command, env, env.store, report)
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
    options: { help: { type: 'boolean', short: 'h' } },
  })
  if (values.help) return 'help'
  const [command] = positionals
  const isKnown = command === 'push' || command === 'pull' || command === 'compare'
  if (positionals.length !== 1 || !isKnown) throw new Error('Enter push, pull or compare.')
  return command
}

async function run(command: Command, env: Env, store: StoreSettings, report?: ReportProgress): Promise<CommandResult> {
  // The lock shows whether a site is open on the folders. A comparison needs no lock.
  const isBesideSite = command === 'compare'
  const disk = openDiskStorage({ ...env, log, health: new Health(log), isBesideSite })
  const client = new S3Client(store)
  const bucket = `${store.buckets[0] ?? ''}/${store.prefix}`
  const state = new MirrorState(path.join(env.dataDir, MIRROR_STATE), bucket, isBesideSite)
  const mirror = new Mirror(client, disk, state, log)
  try {
    if (command === 'push') await testStore(client)
    await assertSource(command, client, mirror)
    const differences = await compare(client, mirror, report)
    if (command === 'compare') return resultOf(differences)
    const inTurn = limitConcurrency({ running: SIDE_BY_SIDE, waiting: Infinity })
    let copied = 0
    // Files that content refers to come before the content.
    for (const root of SHARED_ROOTS) {
      const some = differences.filter(({ name }) => name.startsWith(`${root}/`))
      const change = command === 'push' ? push : pull
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
    return resultOf(await compare(client, mirror, report), `${differences.length} files differed.\n`)
  } finally {
    client.close()
    await disk.close()
  }
}

/** An empty source is a disk that is not mounted, or the wrong bucket: the other side must not be emptied too. */
async function assertSource(command: Command, client: S3Client, { disk }: Mirror): Promise<void> {
  if (command === 'push' && (await disk.list('content')).length === 0) {
    throw new Error(
      'The content folder is empty, so a push would remove the content of the bucket. Nothing was changed.',
    )
  }
  if (command === 'pull' && (await client.list('content/').next()).done) {
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
  const names = differences.slice(0, MAX_LISTED).map(({ name, kind }) => `  ${kind}: ${oneLine(name)}\n`)
  const more = differences.length - names.length
  const output = [
    before,
    `${differences.length} files differ:\n`,
    ...names,
    ...(more > 0 ? [`  and ${more} more\n`] : []),
  ]
  return { exitCode: 1, output: output.join(''), errors: '' }
}
