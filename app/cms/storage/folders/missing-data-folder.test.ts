import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { assertDataFolder } from './missing-data-folder.server.ts'

/** A program with the content and uploads that ship, and folders of a site that hold the same. */
function folders() {
  const root = mkdtempSync(path.join(tmpdir(), 'data-folder-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const put = (name: string, text = 'x') => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true })
    writeFileSync(path.join(root, name), text)
  }
  for (const folder of ['program', 'site']) {
    put(`${folder}/content/home/stats.yaml`, 'years: 34\n')
    put(`${folder}/uploads/reports/a-1a2b3c4d.pdf`)
  }
  mkdirSync(path.join(root, 'site/data'))
  const at = (name: string) => path.join(root, 'site', name)
  const settings = {
    nodeEnv: 'production' as const,
    store: undefined,
    contentDir: at('content'),
    uploadsDir: at('uploads'),
    dataDir: at('data'),
  }
  const check = (changed: object = {}) => assertDataFolder({ ...settings, ...changed }, path.join(root, 'program'))
  return { put, check, root, remove: (name: string) => rmSync(path.join(root, name), { recursive: true }) }
}

test.each<[string, (site: ReturnType<typeof folders>) => void]>([
  ['as it ships', () => undefined],
  ['with empty volumes', ({ remove }) => ['site/content', 'site/uploads', 'site/data'].forEach(remove)],
  [
    'with what a first start leaves that was cut off',
    ({ put }) => ['last-good/stats.txt', 'image-index.json', 'owner.lock'].forEach((name) => put(`site/data/${name}`)),
  ],
  [
    'with hidden files beside it',
    ({ put }) => ['content/.git/config', 'uploads/.trash/1/x'].forEach((name) => put(`site/${name}`)),
  ],
])('site %s: new', async (_case, prepare) => {
  const site = folders()
  prepare(site)
  await expect(site.check()).resolves.toBeUndefined()
})

const used: [string, string, string][] = [
  ['content that was edited', 'site/content/home/stats.yaml', 'content was edited'],
  ['a content file that does not ship', 'site/content/home/other.yaml', 'content was edited'],
  ['an upload that does not ship', 'site/uploads/reports/b-5e6f7a8b.pdf', 'uploads holds files of a site'],
  ['a history', 'site/data/history/stats/1.json', 'the history of a site'],
  ['an audit log', 'site/data/audit/1.jsonl', 'the audit log of a site'],
  ['messages', 'site/data/inbox/1.json', 'messages of visitors'],
]

test.each(used)('no accounts beside %s: the data folder is missing', async (_case, file, evidence) => {
  const { put, check } = folders()
  put(file, 'changed')
  await expect(check()).rejects.toThrow(evidence)
  await expect(check()).rejects.toThrow('npm run admin -- reset')
})

test.each(used)('%s with accounts, in development, or in a bucket: no fault', async (_case, file) => {
  const { put, check } = folders()
  put(file, 'changed')
  await expect(check({ nodeEnv: 'development' })).resolves.toBeUndefined()
  await expect(check({ store: {} })).resolves.toBeUndefined()
  put('site/data/accounts.json')
  await expect(check()).resolves.toBeUndefined()
})

test('content in the folder of the program itself: new, however it was edited', async () => {
  const { put, check, root } = folders()
  put('program/content/home/stats.yaml', 'changed')
  const program = (name: string) => path.join(root, 'program', name)
  await expect(check({ contentDir: program('content'), uploadsDir: program('uploads') })).resolves.toBeUndefined()
})
