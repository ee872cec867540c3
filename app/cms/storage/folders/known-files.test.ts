import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'

const RECORD = { bytes: 1, modified: 1, sha256: 'a'.repeat(64), seen: 1 }
const INDEXES: [root: 'content' | 'uploads', known: string, text: string][] = [
  ['uploads', 'image-index.json', '{"version":1,"images":{"a.png":[1,1,1,1]}}'],
  ['uploads', 'document-index.json', '{"version":2,"documents":{"r.pdf":{}}}'],
  ['uploads', 'file-hashes.json', JSON.stringify({ version: 1, files: { 'film.mp4': RECORD } })],
  ['content', 'last-good/stats.txt', 'years: 34'],
  ['content', 'history/stats/x.json', '{}'],
]

/** A site whose data folder holds these files. It has no other folder yet. */
function site(data: Record<string, string>) {
  const root = mkdtempSync(path.join(os.tmpdir(), 'known-files-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const at = (name: string) => path.join(root, name)
  mkdirSync(at('data'))
  for (const [name, text] of Object.entries(data)) {
    mkdirSync(path.dirname(at(`data/${name}`)), { recursive: true })
    writeFileSync(at(`data/${name}`), text)
  }
  const open = () => {
    const folders = { contentDir: at('content'), uploadsDir: at('uploads'), dataDir: at('data') }
    const storage = openDiskStorage({ ...folders, log: silentLog, health: silentHealth })
    onTestFinished(() => storage.close())
    return storage
  }
  return { at, open }
}

test.each(INDEXES)(
  '%s not mounted at a start, known from data/%s: refused until its disk is there, which is then the first folder',
  async (root, known, text) => {
    const { at, open } = site({ [known]: text })
    mkdirSync(path.join(at(root), 'lost+found'), { recursive: true })
    const storage = open()
    const write = () => storage.commit([{ name: `${root}/new`, bytes: 'new' }])
    await expect(write()).rejects.toMatchObject({ code: `${root}-missing`, status: 503 })
    rmSync(at(root), { recursive: true })
    await expect(write()).rejects.toMatchObject({ code: `${root}-missing` })
    // The disk is mounted.
    mkdirSync(at(root))
    writeFileSync(path.join(at(root), 'own'), 'own')
    await write()
    expect(readdirSync(at(root)).sort()).toEqual(['new', 'own'])
    rmSync(at(root), { recursive: true })
    await expect(write()).rejects.toMatchObject({ code: `${root}-missing` })
  },
)

test.each<[string, Record<string, string>, present: string[]]>([
  ['data is empty', {}, []],
  [
    'no file is known',
    {
      'image-index.json': '{"version":1,"images":{}}',
      'document-index.json': 'damaged',
      'file-hashes.json': JSON.stringify({ version: 1, files: { 'film.mp4': { ...RECORD, gone: 1 } } }),
    },
    [],
  ],
  ['the last file is in the trash', { 'image-index.json': INDEXES[0]?.[2] ?? '' }, ['.trash']],
])('uploads are empty, and %s: written', async (_case, data, present) => {
  const { at, open } = site(data)
  mkdirSync(at('uploads'))
  for (const name of present) mkdirSync(path.join(at('uploads'), name))
  await open().commit([{ name: 'uploads/new.pdf', bytes: 'new' }])
  expect(readdirSync(at('uploads'))).toContain('new.pdf')
})
