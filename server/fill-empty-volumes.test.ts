import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { fillEmptyVolume } from './fill-empty-volumes.ts'
import { prepareFolders } from './prepare-folders.ts'

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

test('folders of the settings: content and uploads filled, data made for this user alone', async () => {
  const { root } = folders()
  mkdirSync(path.join(root, 'uploads'))
  const at = (name: string) => path.join(root, 'volumes', name)
  const filled = await prepareFolders(root, {
    CONTENT_DIR: at('content'),
    UPLOADS_DIR: at('uploads'),
    DATA_DIR: at('data'),
  })
  expect(filled).toEqual([at('content'), at('uploads')])
  expect(readdirSync(at('content')).sort()).toEqual(['home', 'site.yaml'])
  expect(statSync(at('data')).mode & 0o777).toBe(0o700)
})

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
