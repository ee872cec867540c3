import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { describe, expect, test, type TestContext } from 'vitest'
import { backUp } from '#app/cms/operations/backup/back-up.server.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { rehearse } from './rehearse-restore.ts'

/** Replaces the built host: its pages are the files of the restored content whose names do not begin with `_`. */
const HOST = `
import { createServer } from 'node:http'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
const folder = process.env.CONTENT_DIR
if (existsSync(folder + '/crash')) process.exit(1)
for (let line = 0; existsSync(folder + '/slow') && line < 5; line += 1) {
  await new Promise((resolve) => setTimeout(resolve, 600))
  if (process.env.LOG_LEVEL === 'info') process.stdout.write('Reading images: ' + line + ' of 5\\n')
}
if (existsSync(folder + '/hang')) await new Promise((resolve) => setTimeout(resolve, 60_000))
createServer((request, response) => {
  if (request.url === '/readyz') return response.end(existsSync(folder + '/problem') ? 'ready\\ncontent-broken\\n' : 'ready\\n')
  const names = readdirSync(folder).filter((name) => !name.startsWith('_'))
  if (request.url === '/sitemap.xml') return response.end(names.map((name) => '<loc>https://www.example.com/' + name + '</loc>').join(''))
  const body = readFileSync(folder + request.url, 'utf8')
  response.writeHead(body === 'missing' ? 404 : 200).end(body)
}).listen(process.env.PORT, process.env.HOST)
`

async function rehearseWith({ onTestFinished }: TestContext, content: Record<string, string>) {
  const root = mkdtempSync(path.join(tmpdir(), 'rehearsal-test-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const [contentDir, uploadsDir, dataDir] = ['content', 'uploads', 'data'].map((name) => path.join(root, name))
  if (contentDir === undefined || uploadsDir === undefined || dataDir === undefined)
    throw new TypeError('Three folders')
  for (const folder of [contentDir, uploadsDir, dataDir]) mkdirSync(folder)
  for (const [name, text] of Object.entries(content)) writeFileSync(path.join(contentDir, name), text)
  const archive = path.join(root, 'site.tar.gz')
  await backUp(archive, {
    contentDir,
    uploadsDir,
    dataDir,
    log: silentLog,
    health: silentHealth,
    version: '1',
    publicOnly: false,
  })
  const host = path.join(root, 'host.mjs')
  writeFileSync(host, HOST)
  return rehearse(archive, () => Promise.reject(new Error('Not asked for')), host, undefined, 2_000)
}

// At the same time, because they mostly wait.
describe.concurrent('a rehearsal', () => {
  test('names what is wrong with the restored site', async (context) => {
    expect(
      await rehearseWith(context, { a: '<html></html>', b: 'missing', c: '<html>', problem: '</html>' }),
    ).toMatchObject({
      files: 4,
      pages: 2,
      findings: [
        'The restored site reports a problem: content-broken.',
        '/b responds with status 404.',
        '/c is not a complete page.',
      ],
    })
    expect(await rehearseWith(context, { _one: '', _two: '' })).toMatchObject({
      pages: 0,
      findings: ['The sitemap names no page.'],
    })
  })

  test('a site that does not start', async (context) => {
    await expect(rehearseWith(context, { crash: '', a: '' })).rejects.toThrow('The restored site could not be started')
  })

  test('a site that takes longer than the limit to start: waited for as long as its log moves', async (context) => {
    expect(await rehearseWith(context, { slow: '<html></html>', _two: '' })).toMatchObject({ pages: 1, findings: [] })
  })

  test('a site that does not become ready and logs nothing: given up', async (context) => {
    await expect(rehearseWith(context, { hang: '', _two: '' })).rejects.toThrow(
      'The restored site did not become ready',
    )
  })

  test('nothing is wrong', async (context) => {
    expect(await rehearseWith(context, { a: '<html></html>', b: '<html></html>' })).toMatchObject({
      pages: 2,
      findings: [],
    })
  })
})
