import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { loginAction } from '#app/cms/admin/login/login.server.ts'
import { action as logoutAction } from '#app/cms/admin/login/logout.tsx'
import { apiWrite } from '#app/cms/guard.server.ts'
import { numbers } from '#test/example-site/home/numbers.ts'
import { verifySite } from '#app/cms/operations/verify/verify-site.server.ts'
import { administrator, cookieHeader, ownRequest, routeArgs, signIn, signInAs } from '#test/administrator.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'
import { personAction } from '../people/person.server.ts'
import { auditExportLoader, auditLoader } from './audit.server.ts'

const site = await createExampleSite()
const cookie = await signIn()

const get = (query = '', as = cookie) =>
  routeArgs(ownRequest(`/admin/audit${query}`, { headers: { cookie: as, 'user-agent': 'Firefox/140' } }))

const post = (address: string, fields: Record<string, string>, as = '') =>
  ownRequest(address, {
    method: 'POST',
    body: new URLSearchParams(fields),
    headers: { cookie: as, 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Firefox/140.0' },
  })

test('what staff do is recorded with who, from where and about what, and with nothing secret', async () => {
  await loginAction(routeArgs(post('/admin/login', { username: 'admin', password: 'a wrong secret' })))
  const signedIn = await loginAction(routeArgs(post('/admin/login', administrator)))
  if (!(signedIn instanceof Response)) throw new Error('Not logged in')
  const own = signedIn.headers.getSetCookie().map(cookieHeader).join('; ')
  await signInAs('publisher')
  const role = post('/admin/people/publisher', { intent: 'role', role: 'administrator' }, own)
  await personAction(routeArgs(role, { personId: 'publisher' }))
  await apiWrite('publisher', async ({ user }) => {
    const { historyEntry } = await site.content.update(numbers, {
      author: user,
      reason: '=Saved',
      change: (current) => ({ ...current, yearsOpen: current.yearsOpen + 1 }),
    })
    return Response.json({ historyEntry })
  })(routeArgs(post('/api/numbers', {}, own)))
  await logoutAction(routeArgs(post('/admin/logout', {}, own)))

  const { rows } = await auditLoader(get())
  const [entry] = await site.content.history(numbers)
  expect(rows).toMatchObject([
    { what: 'Logged out', who: 'admin' },
    { what: 'Section published', who: 'admin', about: 'Numbers', href: `/admin/history/numbers/${entry?.id}` },
    { what: 'Role changed', about: 'publisher', detail: 'Before: publisher, role: administrator' },
    { what: 'Logged in', who: 'admin', origin: 'Firefox 140 on Windows, 192.0.2.1' },
    { what: 'Login refused: wrong username or password', who: 'Not logged in', about: 'as “admin”' },
  ])
  const { rows: found } = await auditLoader(get('?kind=person&person=admin&from=2020-01-01'))
  expect(found.map(({ what }) => what)).toEqual(['Role changed'])
  expect((await auditLoader(get('?to=2020-01-01'))).rows).toEqual([])

  const response = await auditExportLoader(get('/events.csv?kind=content'))
  const csv = await response.text()
  expect(csv.trim().split('\r\n')).toHaveLength(2)
  expect(csv).toContain(`"'=Saved`)
  const folder = path.join(site.env.dataDir, 'audit')
  const log = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'))
  expect(log.join('')).not.toMatch(/a wrong secret|correct horse/)
})

test('a long log is shown in pages', async () => {
  for (let n = 0; n < 120; n += 1)
    site.audit.record({ kind: 'file.uploaded', about: `file-${n}.pdf`, actor: undefined })
  const seen: (string | undefined)[] = []
  let query: string | undefined = '?kind=file.uploaded'
  while (query !== undefined) {
    const { rows, olderHref } = await auditLoader(get(query))
    seen.push(...rows.map(({ about }) => about))
    query = olderHref?.replace('/admin/audit', '')
  }
  expect(seen).toEqual(Array.from({ length: 120 }, (_, n) => `file-${119 - n}.pdf`))
})

test('a log that was changed by hand is said on the screen, and by the check of the site', async () => {
  expect((await auditLoader(get('?check=1'))).check?.faults).toEqual([])
  const folder = path.join(site.env.dataDir, 'audit')
  const file = readdirSync(folder).find((name) => name.endsWith('.jsonl')) ?? ''
  const text = readFileSync(path.join(folder, file), 'utf8')
  writeFileSync(path.join(folder, file), text.replace('file-7.pdf', 'file-8.pdf'))
  const { check } = await auditLoader(get('?check=1'))
  expect(check?.faults).toHaveLength(1)
  const { findings } = await verifySite(site)
  expect(findings.map(({ what }) => what).join()).toContain(`The audit log was changed: data/audit/${file}, line`)
})
