import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** The modules of the program, as one text each. */
const modules = ['app', 'server'].flatMap((root) =>
  readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name))
    .map((name) => ({ file: `${root}/${name}`, text: readFileSync(`${root}/${name}`, 'utf8') })),
)

/** The names of reports whose name is put together at run time, by module and expression. */
const COMPOSED: Record<string, string[]> = {
  'app/cms/people/accounts.server.ts error.code': ['account-damaged', 'account-unreadable', 'account-missing'],
  'app/cms/people/records.server.ts `${name}-not-stored`': ['sessions', 'tokens', 'access-tokens'].map(
    (name) => `${name}-not-stored`,
  ),
  'app/cms/people/records.server.ts `${name}-unreadable`': ['sessions', 'tokens', 'access-tokens'].map(
    (name) => `${name}-unreadable`,
  ),
  'app/cms/platform/health.server.ts id': ['log-not-written'],
  'app/cms/storage/folders/site-folders.server.ts id': ['content', 'uploads', 'data'].flatMap((folder) =>
    folderFaults(folder),
  ),
  'app/cms/composition/site-sources.server.ts obstacle.id': ['data-missing', 'restore-unfinished'],
  "app/cms/site.server.ts isMissing ? DATA_MISSING : 'restore-unfinished'": ['data-missing', 'restore-unfinished'],
  // Of each collection.
  'app/cms/content/store/store.server.ts id': ['names-of-'],
  'app/cms/publishing/releases/release-watch.server.ts id': ['release-blocked', 'release-delayed', 'release-failed'],
  'app/cms/operations/shared-caches/purge-queue.server.ts this.#problem()': ['cache-not-told-'],
}

/** An empty data folder is that of a new site. */
function folderFaults(folder: string) {
  const faults = ['missing', 'empty', 'read-only', 'not-permitted', 'disk-full', 'fault']
  return faults.filter((fault) => folder !== 'data' || fault !== 'empty').map((fault) => `${folder}-${fault}`)
}

function namesOf(file: string, expression: string): string[] {
  const literal = /^'([\w-]+)'$/.exec(expression)?.[1]
  if (literal !== undefined) return [literal]
  const composed = COMPOSED[`${file} ${expression}`]
  if (composed) return composed
  const declared = new RegExp(`const ${expression} = '([\\w-]+)'`)
  const own = modules.filter((module) => module.file === file)
  const found = [...own, ...modules].map(({ text }) => declared.exec(text)?.[1]).find(Boolean)
  if (found === undefined) throw new Error(`${file} reports a problem whose name this test cannot find: ${expression}`)
  return [found]
}

test('docs/operating.md explains every problem that /readyz can list', () => {
  const reports = modules.flatMap(({ file, text }) =>
    [...text.matchAll(/\breport\(\s*\{\s*id(?:: ([^,\n]+))?,/g)].map(([, expression = 'id']) => ({ file, expression })),
  )
  expect(reports.length).toBeGreaterThan(20)
  const names = new Set(reports.flatMap(({ file, expression }) => namesOf(file, expression)))
  const guide = readFileSync('docs/operating.md', 'utf8')
  const table = guide.slice(guide.indexOf('### What `/readyz` lists'), guide.indexOf('### Empty folders'))
  expect([...names].filter((name) => !table.includes(`\`${name}`)).sort()).toEqual([])
})
