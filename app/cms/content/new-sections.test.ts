import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { silentHealth, silentLog, temporaryContent } from '#test/temporary-content.ts'
import { addNewSections } from './new-sections.server.ts'

const known = { id: 'notice', file: 'home/notice.yaml' }
const rules = { id: 'rules', file: 'law/rules.yaml', startsAsShipped: true }
const sample = { id: 'sample', file: 'sample.yaml' }

let folders: ReturnType<typeof temporaryContent>
let shipped: string
beforeEach(() => {
  folders = temporaryContent()
  shipped = path.join(folders.root, 'shipped')
  mkdirSync(path.join(shipped, 'law'), { recursive: true })
  writeFileSync(path.join(shipped, rules.file), '# Rules\nrows: []\n')
  writeFileSync(path.join(shipped, sample.file), 'title: Sample\n')
  onTestFinished(() => folders.dispose())
})

const file = () => path.join(folders.contentDir, rules.file)

async function start({ isReader = false } = {}) {
  const folder = (name: string) => path.join(folders.root, name)
  const [contentDir, uploadsDir, dataDir] = [folder('content'), folder('uploads'), folder('data')]
  const storage = openDiskStorage({ contentDir, uploadsDir, dataDir, isReader, log: silentLog, health: silentHealth })
  const log = { ...silentLog, info: vi.fn(), error: vi.fn() }
  await addNewSections({ sections: [known, rules, sample], storage, log, shipped })
  await storage.close()
  expect(log.error).not.toHaveBeenCalled()
  return vi.mocked(log.info).mock.calls.map(([, words]) => words as string)
}

test('a section that the release before did not have: its file as it ships, and one line in the log; others have none', async () => {
  expect(await start()).toEqual(['A section that is new in this release starts with the file that ships with it'])
  expect(readFileSync(file(), 'utf8')).toBe('# Rules\nrows: []\n')
  expect(existsSync(path.join(folders.contentDir, sample.file))).toBe(false)
  writeFileSync(file(), 'rows: [own]\n')
  expect(await start()).toEqual([])
  expect(readFileSync(file(), 'utf8')).toBe('rows: [own]\n')
})

test.each([
  ['a copy of its last content', 'data/last-good/rules.txt'],
  ['a history', 'data/history/rules/1.json'],
])('a section of which the site has %s: its missing file stays missing', async (_name, trace) => {
  mkdirSync(path.join(folders.root, path.dirname(trace)), { recursive: true })
  writeFileSync(path.join(folders.root, trace), 'rows: []\n')
  expect(await start()).toEqual([])
  expect(existsSync(file())).toBe(false)
})

test('a content folder without any file of a section, and a process that only reads: nothing is added', async () => {
  expect(await start({ isReader: true })).toEqual([])
  rmSync(path.join(folders.contentDir, known.file))
  expect(await start()).toEqual([])
  expect(existsSync(file())).toBe(false)
})
