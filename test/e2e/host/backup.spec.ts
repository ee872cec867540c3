import '../../set-site-profile.ts'
import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { restore } from '#app/cms/operations/backup/restore.server.ts'
import { expect, test } from '../fixtures.ts'
import type { Site } from '../start-site.ts'

const PASSPHRASE = 'a passphrase for tests'

async function form(site: Site, address: string, fields: Record<string, string>, cookie = '') {
  const headers = { 'sec-fetch-site': 'same-origin', cookie }
  const body = new URLSearchParams(fields)
  return fetch(site.origin + address, { method: 'POST', redirect: 'manual', headers, body })
}

async function signIn(site: Site) {
  const { username, password } = site
  const response = await form(site, '/admin/login', { username, password })
  return response.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';', 1)[0])
    .join('; ')
}

/** Without hidden folders, in which uploads arrive. */
async function namesIn(folder: string) {
  return (await readdir(folder)).filter((name) => !name.startsWith('.')).sort()
}

/** Sends the form of the page. Returns the address of the download, on the site. */
async function ask(site: Site, cookie: string, fields: Record<string, string> = {}) {
  const asked = { scope: 'all', passphrase: '', repeat: '', password: site.password, ...fields }
  const unencrypted: Record<string, string> = asked.passphrase === '' ? { unencrypted: 'yes' } : {}
  const response = await form(site, '/admin/backup', { ...asked, ...unencrypted }, cookie)
  return site.origin + (response.headers.get('location') ?? `/${response.status}`)
}

test('the downloaded backup: restored, it has the same bytes; nothing of it is stored or cached', async ({ site }) => {
  const cookie = await signIn(site)
  const fields = { passphrase: PASSPHRASE, repeat: PASSPHRASE }
  const response = await fetch(await ask(site, cookie, fields), { headers: { cookie }, redirect: 'manual' })
  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="website-\d{4}-\d\d-\d\d-\d{4}\.tar\.gz\.age"$/,
  )
  const folder = await mkdtemp(path.join(tmpdir(), 'downloaded-'))
  try {
    const archive = path.join(folder, 'archive')
    await writeFile(archive, Buffer.from(await response.arrayBuffer()))
    const folders = {
      content: path.join(folder, 'content'),
      uploads: path.join(folder, 'uploads'),
      data: path.join(folder, 'data'),
    }
    await restore(archive, folders, () => Promise.resolve(PASSPHRASE))
    for (const file of ['home/stats.yaml', 'site.yaml']) {
      expect(await readFile(path.join(folders.content, file))).toEqual(await readFile(path.join(site.contentDir, file)))
    }
    expect(await namesIn(folders.uploads)).toEqual(await namesIn(site.uploadsDir))
    expect(await readFile(path.join(folders.data, 'accounts.json'))).toEqual(
      await readFile(path.join(site.dataDir, 'accounts.json')),
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await expect.poll(async () => (await readdir(site.dataDir)).filter((name) => name.includes('snapshot'))).toEqual([])
})

test('a client that goes away: the backup ends, its snapshot is removed, and the next one may start', async ({
  site,
}) => {
  const film = path.join(site.uploadsDir, 'film.mp4')
  await writeFile(film, randomBytes(60_000_000))
  const cookie = await signIn(site)
  const leaving = new AbortController()
  const response = await fetch(await ask(site, cookie), { headers: { cookie }, signal: leaving.signal })
  expect(response.status).toBe(200)
  expect(await ask(site, cookie), 'a second one at the same time').toBe(`${site.origin}/409`)
  leaving.abort()
  await expect
    .poll(async () => (await readdir(site.uploadsDir)).filter((name) => name.includes('snapshot')), { timeout: 10_000 })
    .toEqual([])
  await expect.poll(() => ask(site, cookie, { scope: 'public' })).toContain('/admin/backup/archive?ticket=')
  await rm(film)
})
