import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { z } from 'zod'
import type { Site } from './site.ts'

/** The sections that the writers change, and their files. */
export const SECTIONS = {
  stats: 'home/stats.yaml',
  'product-pages-order': 'products/order.yaml',
  careers: 'pages/careers.md',
  gallery: 'gallery.yaml',
  'published-reports': 'investors/published-reports.yaml',
}

const record = z.object({ section: z.string(), version: z.string(), replacedBy: z.string(), text: z.string() })

/** The temporary files in the folders of a site. */
export function temporaryFiles({ contentDir, uploadsDir, dataDir }: Site): string[] {
  return [contentDir, uploadsDir, dataDir].flatMap((folder) =>
    filesBelow(folder).filter((file) => /(?:^|\/)\.[^/]+\.[0-9a-f]{12}\.tmp$|\/\.(?:incoming|filling)\//.test(file)),
  )
}

/**
 * The faults in the files of a site on which no host writes: JSON that cannot be parsed, and histories that are not
 * complete. A history is complete if each record names the version that the next one replaced, and the newest one that
 * of the file.
 */
export function findDamage(site: Site, sections: Readonly<Record<string, string>>): string[] {
  const json = filesBelow(site.dataDir).filter((file) => file.endsWith('.json'))
  const torn = json.filter((file) => !isJson(readFileSync(file, 'utf8'))).map((file) => `${file} is torn`)
  const histories = Object.entries({ ...sections, ...entriesOf(site) }).flatMap(([section, file]) =>
    brokenHistory(site, section, file),
  )
  return [...torn, ...histories]
}

/** The articles and reports that have a history, removed ones among them, and their files. */
function entriesOf({ dataDir }: Site): Record<string, string> {
  const folder = path.join(dataDir, 'history')
  const ids = existsSync(folder) ? readdirSync(folder) : []
  const found = ids.flatMap((id) =>
    COLLECTIONS.flatMap(({ prefix, fileOf }) => (id.startsWith(prefix) ? [[id, fileOf(id.slice(prefix.length))]] : [])),
  )
  return Object.fromEntries(found) as Record<string, string>
}

const COLLECTIONS = [
  { prefix: 'news-articles--', fileOf: (key: string) => `news/${key}.md` },
  { prefix: 'reports--', fileOf: (key: string) => `investors/reports/${key}.yaml` },
]

function brokenHistory({ contentDir, dataDir }: Site, section: string, file: string): string[] {
  const folder = path.join(dataDir, 'history', section)
  if (!existsSync(folder)) return []
  const names = readdirSync(folder)
    .filter((name) => /^\d.*\.json$/.test(name))
    .sort()
  const records = names.flatMap((name) => {
    const text = readFileSync(path.join(folder, name), 'utf8')
    return isJson(text) ? [record.parse(JSON.parse(text))] : []
  })
  const versions = [...records.slice(1).map(({ version }) => version), versionOf(path.join(contentDir, file))]
  return records.flatMap(({ replacedBy, version, text }, at) => [
    ...(replacedBy === versions[at] ? [] : [`history of ${section}: a version is missing after ${names[at] ?? ''}`]),
    ...(hashOf(text) === version ? [] : [`history of ${section}: ${names[at] ?? ''} has another text`]),
  ])
}

/** The version of a file. Without a file, of an entry that was removed, it is that of the empty text. */
function versionOf(file: string) {
  return hashOf(existsSync(file) ? readFileSync(file) : '')
}

function hashOf(content: string | Buffer) {
  return createHash('sha256').update(content).digest('hex').slice(0, 16)
}

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

const verification = z.object({ findings: z.array(z.object({ severity: z.string(), what: z.string() })) })

/** The problems that `npm run verify` finds in a site, except in the photos that `makeSite` has replaced. */
export function findProblems({ contentDir, uploadsDir, dataDir }: Site): string[] {
  const env = { ...process.env, CONTENT_DIR: contentDir, UPLOADS_DIR: uploadsDir, DATA_DIR: dataDir }
  const { stdout, stderr } = spawnSync(process.execPath, ['build/host/command.js', 'verify', '--json'], {
    env,
    encoding: 'utf8',
  })
  if (stdout === '') throw new Error(`The check of the site failed: ${stderr}`)
  const { findings } = verification.parse(JSON.parse(stdout))
  const shipped = new Set(readdirSync('uploads').filter((name) => name.endsWith('.jpg')))
  const isShipped = (what: string) => shipped.has(/^uploads\/(\S+) is damaged/.exec(what)?.[1] ?? '')
  return findings.flatMap(({ severity, what }) => (severity === 'problem' && !isShipped(what) ? [what] : []))
}

/** All files at any depth, as absolute paths. Files that are removed meanwhile are left out. */
export function filesBelow(folder: string): string[] {
  return namesIn(folder).flatMap((name) => {
    const file = path.join(folder, name)
    const stats = statSync(file, { throwIfNoEntry: false })
    return stats?.isDirectory() ? filesBelow(file) : stats?.isFile() ? [file] : []
  })
}

/** Empty for a folder that is removed meanwhile, which a recursive reading would not survive. */
function namesIn(folder: string) {
  try {
    return readdirSync(folder)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return []
    throw error
  }
}
