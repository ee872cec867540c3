import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fillEmptyVolume, prepareFolders, requireFolders } from './volumes.ts'

test('a file where a folder should be: refused, with the setting; a missing folder is not', async () => {
  const { root, settings } = volumes()
  await expect(requireFolders(settings)).resolves.toBeUndefined()
  const file = path.join(root, 'site.yaml')
  writeFileSync(file, '')
  await expect(requireFolders({ ...settings, DATA_DIR: file })).rejects.toThrow(
    `Some settings are not valid:\n  DATA_DIR: ${file} is not a folder`,
  )
})

test('volume that holds anything: left alone', async () => {
  const { shipped, volume } = folders()
  mkdirSync(volume)
  writeFileSync(path.join(volume, 'own.yaml'), 'mine')
  expect(await fillEmptyVolume(shipped, volume)).toBe(false)
  expect(readdirSync(volume)).toEqual(['own.yaml'])
})

test('the shipped folder itself: left alone, even empty', async () => {
  const { volume } = folders()
  mkdirSync(volume)
  expect(await fillEmptyVolume(volume, `${volume}/../volume`)).toBe(false)
})

test.each([
  ['missing', []],
  ['empty', ['.']],
  ['fresh from the file system', ['lost+found']],
])('volume %s: filled with all that ships, and nothing else is left in it', async (_case, present) => {
  const { shipped, volume } = folders()
  for (const name of present) mkdirSync(path.join(volume, name), { recursive: true })
  expect(await fillEmptyVolume(shipped, volume)).toBe(true)
  expect(readFileSync(path.join(volume, 'home/stats.yaml'), 'utf8')).toBe('years: 34')
  expect(readFileSync(path.join(volume, 'site.yaml'), 'utf8')).toBe('name: x')
  const others = readdirSync(volume).filter((name) => name !== 'lost+found')
  expect(others.sort()).toEqual(['home', 'site.yaml'])
})

test('earlier fill cut off while it copied: made whole', async () => {
  const { shipped, volume } = folders()
  mkdirSync(path.join(volume, '.filling'), { recursive: true })
  writeFileSync(path.join(volume, '.filling/site.yaml'), 'na')
  expect(await fillEmptyVolume(shipped, volume)).toBe(true)
  expect(readFileSync(path.join(volume, 'site.yaml'), 'utf8')).toBe('name: x')
  expect(readdirSync(volume).sort()).toEqual(['home', 'site.yaml'])
})

test('earlier fill cut off while entries moved in: the rest follows', async () => {
  const { shipped, volume } = folders()
  mkdirSync(path.join(volume, '.filling'), { recursive: true })
  writeFileSync(path.join(volume, 'site.yaml'), 'name: x')
  expect(await fillEmptyVolume(shipped, volume)).toBe(true)
  expect(readFileSync(path.join(volume, 'home/stats.yaml'), 'utf8')).toBe('years: 34')
  expect(readdirSync(volume).sort()).toEqual(['home', 'site.yaml'])
})

test('first start: content and uploads are filled', async () => {
  const { root, settings } = volumes()
  expect(await prepareFolders(root, settings)).toEqual({
    filled: [settings.CONTENT_DIR, settings.UPLOADS_DIR],
    failures: [],
  })
  expect(readdirSync(settings.CONTENT_DIR).sort()).toEqual(['home', 'site.yaml'])
})

test.each(['reader', 'standby'])('first start of a %s: nothing is filled', async (role) => {
  const { root, settings } = volumes()
  expect(await prepareFolders(root, { ...settings, ROLE: role })).toEqual({ filled: [], failures: [] })
  expect(existsSync(settings.CONTENT_DIR)).toBe(false)
})

test.each(['accounts.json', 'last-good/stats.txt'])(
  'data folder with %s beside volumes that are missing or empty: nothing is put into them',
  async (known) => {
    const { root, settings } = volumes()
    mkdirSync(path.dirname(path.join(settings.DATA_DIR, known)), { recursive: true })
    writeFileSync(path.join(settings.DATA_DIR, known), 'x')
    mkdirSync(settings.UPLOADS_DIR)
    expect(await prepareFolders(root, settings)).toEqual({ filled: [], failures: [] })
    expect(existsSync(settings.CONTENT_DIR)).toBe(false)
    expect(readdirSync(settings.UPLOADS_DIR)).toEqual([])
  },
)

test('first start cut off while it filled, and an account since: the rest follows', async () => {
  const { root, settings } = volumes()
  mkdirSync(path.join(settings.CONTENT_DIR, '.filling'), { recursive: true })
  mkdirSync(settings.DATA_DIR)
  writeFileSync(path.join(settings.DATA_DIR, 'accounts.json'), 'x')
  expect(await prepareFolders(root, settings)).toMatchObject({ filled: [settings.CONTENT_DIR] })
  expect(readdirSync(settings.CONTENT_DIR).sort()).toEqual(['home', 'site.yaml'])
})

test.each([
  ['edited content beside empty uploads', 'content/site.yaml'],
  ['a file of the site in uploads beside empty content', 'uploads/reports/own.pdf'],
])('%s, without data: nothing is filled', async (_case, own) => {
  const { root, settings } = volumes()
  const file = path.join(root, 'volumes', own)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, 'own')
  expect(await prepareFolders(root, settings)).toEqual({ filled: [], failures: [] })
  expect(readdirSync(path.join(root, 'volumes'))).toEqual([own.split('/')[0]])
})

test('content as it ships beside empty uploads, without data: the uploads are filled', async () => {
  const { root, settings } = volumes()
  mkdirSync(path.join(settings.CONTENT_DIR, 'home'), { recursive: true })
  writeFileSync(path.join(settings.CONTENT_DIR, 'home/stats.yaml'), 'years: 34')
  expect(await prepareFolders(root, settings)).toEqual({ filled: [settings.UPLOADS_DIR], failures: [] })
})

test('data folder that cannot be looked into: the site may have run, so nothing is filled', async () => {
  const { root, settings } = volumes()
  writeFileSync(settings.DATA_DIR, 'a file where the folder was')
  expect(await prepareFolders(root, settings)).toEqual({ filled: [], failures: [] })
})

test('volume that cannot be filled: the others are, and the failure is told', async () => {
  const { root, settings } = volumes()
  writeFileSync(settings.CONTENT_DIR, 'a file where the folder was')
  const { filled, failures } = await prepareFolders(root, settings)
  expect(filled).toEqual([settings.UPLOADS_DIR])
  expect(failures).toMatchObject([{ code: 'ENOTDIR' }])
})

/** Settings of a site whose volumes do not exist yet. */
function volumes() {
  const { root } = folders()
  mkdirSync(path.join(root, 'uploads'))
  mkdirSync(path.join(root, 'volumes'))
  const at = (name: string) => path.join(root, 'volumes', name)
  return { root, settings: { CONTENT_DIR: at('content'), UPLOADS_DIR: at('uploads'), DATA_DIR: at('data') } }
}

function folders() {
  const root = mkdtempSync(path.join(tmpdir(), 'volumes-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const shipped = path.join(root, 'content')
  mkdirSync(path.join(shipped, 'home'), { recursive: true })
  writeFileSync(path.join(shipped, 'site.yaml'), 'name: x')
  writeFileSync(path.join(shipped, 'home/stats.yaml'), 'years: 34')
  return { root, shipped, volume: path.join(root, 'volume') }
}
