import { execFileSync } from 'node:child_process'
import { mkdir, readdir, symlink, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { fileResponse } from './file-response.server.ts'
import { temporaryFolder } from './test-images.ts'

const BYTES = Buffer.from(Array.from({ length: 200_000 }, (_, n) => n % 251))
const YEAR = 'public, max-age=31536000, immutable'

async function site() {
  const root = await temporaryFolder()
  const folder = path.join(root, 'uploads')
  await mkdir(path.join(folder, 'reports'), { recursive: true })
  await mkdir(path.join(folder, '.incoming'))
  await mkdir(path.join(folder, 'folder.jpg'))
  await writeFile(path.join(root, 'secret.jpg'), 'secret')
  for (const file of ['a-12345678.jpg', 'film.mp4', 'page.html', '.hidden.jpg', '.incoming/x.jpg', 'reports/r.pdf']) {
    await writeFile(path.join(folder, file), BYTES)
  }
  await writeFile(path.join(folder, 'empty.jpg'), '')
  await writeFile(path.join(folder, 'mark.svg'), '<svg/>')
  await symlink('../secret.jpg', path.join(folder, 'link.jpg'))
  await symlink('..', path.join(folder, 'up'))
  execFileSync('mkfifo', [path.join(folder, 'pipe.jpg')])
  return (file: string, init: RequestInit = {}) => fileResponse(new Request(`http://localhost/${file}`, init), folder, file)
}

test.each([
  '',
  'missing.jpg',
  'folder.jpg',
  'page.html',
  'a-12345678.jpg/',
  'a-12345678.jpg/x.jpg',
  '../secret.jpg',
  'reports/../../secret.jpg',
  '%2e%2e/secret.jpg',
  '..%2fsecret.jpg',
  'reports%2Fr.pdf',
  '/etc/hosts.jpg',
  '.hidden.jpg',
  '.incoming/x.jpg',
  'link.jpg',
  'up/secret.jpg',
  'pipe.jpg',
  'a\0.jpg',
  'a-12345678.jpg\0.jpg',
  `${'x'.repeat(300)}.jpg`,
])('%j: 404 that is not kept', async (file) => {
  const root = await temporaryFolder()
  const get = await site()
  const response = await get('reports/r.pdf').then(() => fileResponse(new Request('http://localhost/'), root, file))
  expect(response.status).toBe(404)
  const inSite = await fileInSite(file)
  expect(inSite.status).toBe(404)
  expect(inSite.headers.get('Cache-Control')).toBe('no-store')
})
