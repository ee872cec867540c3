import { rmSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { action, loader } from './check.tsx'

const site = await createExampleSite()

test('a check is begun once, is shown while it runs, and names what to mend and where', async () => {
  rmSync(path.join(site.env.uploadsDir, 'oven-d8d86340.jpg'))
  const cookie = await signIn()
  const headers = { cookie, 'content-type': 'application/x-www-form-urlencoded' }
  const post = () => action(routeArgs(ownRequest('/admin/check', { method: 'POST', headers, body: '' })))
  const load = async () => loader(routeArgs(ownRequest('/admin/check', { headers: { cookie } })))
  expect(await load()).toEqual({ running: undefined, last: undefined, hasFailed: false })
  expect((await post()).headers.get('location')).toBe('/admin/check')
  const { running } = await load()
  expect(running).toMatchObject({ part: 'folders' })
  expect((await post()).status).toBe(303)
  expect(site.check.start()).toBe(false)
  await site.check.whenIdle()
  const { last } = await load()
  expect(last?.findings).toContainEqual({
    severity: 'problem',
    what: expect.stringContaining('names the file oven-d8d86340.jpg, which does not exist.'),
    remedy: expect.stringContaining('Upload it again'),
    href: expect.stringMatching(/^\/admin\/[a-z-]+$/),
  })
})
