import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { bakery } from '#test/example-site/bakery/bakery.ts'
import definition from '#test/example-site/site.config.ts'
import { verifySite } from './verify-site.server.ts'

const site = await createExampleSite()
const { content, storage, env } = site
const findings = async () => (await verifySite({ storage, definition })).findings.map(({ what }) => what)
const save = (welcome: string) =>
  content.update(bakery, { author: 'asha', reason: 'Bakery edited', change: (now) => ({ ...now, welcome }) })

test('saves over a file that was not valid: no gap in the history; a record that was removed: a gap', async () => {
  const file = path.join(env.contentDir, bakery.file)
  await save('First')
  for (const next of ['Second', 'Third']) {
    writeFileSync(file, '<<<<<<< HEAD\n')
    await vi.waitFor(() => {
      expect(content.faults()).toHaveLength(1)
    })
    await save(next)
  }
  await save('Fourth')
  const gap = expect.stringContaining('The history of Bakery has a gap') as string
  expect(await findings()).not.toContainEqual(gap)

  const [, third] = await content.history(bakery)
  const records = await content.history(bakery)
  const removed = records.filter(({ replacedBy }) => replacedBy === third?.replacedBy)
  for (const { id } of removed) rmSync(path.join(env.dataDir, 'history', bakery.id, `${id}.json`))
  expect(await findings()).toContainEqual(gap)
})

test('a folder that another user has closed: a finding that names it, and the other parts are checked', async () => {
  const list = storage.list.bind(storage)
  const closed = Object.assign(new Error("EACCES: permission denied, scandir 'audit'"), {
    code: 'EACCES',
    path: path.join(env.dataDir, 'audit'),
  })
  vi.spyOn(storage, 'list').mockImplementation((name) => (name === 'data/audit' ? Promise.reject(closed) : list(name)))
  mkdirSync(path.join(env.dataDir, 'sessions'), { recursive: true })
  writeFileSync(path.join(env.dataDir, 'sessions', `${'a'.repeat(64)}.json`), '{')
  writeFileSync(path.join(env.uploadsDir, 'empty.pdf'), '')
  const found = await findings()
  expect(found).toContainEqual(expect.stringContaining('data/audit cannot be read (EACCES') as string)
  expect(found).toContainEqual(expect.stringContaining('uploads/empty.pdf') as string)
})

test('the history of a section that this version does not have: to be kept, and staff can read it', async () => {
  renameSync(path.join(env.dataDir, 'history', bakery.id), path.join(env.dataDir, 'history', 'tea-room'))
  const { findings } = await verifySite({ storage, definition })
  expect(findings).toContainEqual(
    expect.objectContaining({
      what: expect.stringContaining('data/history/tea-room is the history of a section') as string,
      remedy: 'Keep the folder. Staff can read these changes on the page History.',
      href: '/admin/history/tea-room',
    }),
  )
})
