import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { story } from '#test/example-site/home/story.ts'
import { origin, routeArgs } from '#test/administrator.ts'
import { loader as login } from '#app/cms/api/auth-login.tsx'
import { loader as logout } from '#app/cms/api/auth-logout.tsx'
import { loader as contact } from '#app/cms/api/contact-resource.tsx'
import { loader as docs, curlCommands } from './docs.tsx'
import { loader as openapi } from './openapi.tsx'
import { loader as resource } from '#app/cms/api/content/section-resource.tsx'
import { loader as draftPublish } from '#app/cms/api/releases/draft-publish.tsx'
import { loader as drafts } from '#app/cms/api/releases/draft-resource.tsx'
import { loader as releaseChange } from '#app/cms/api/releases/release-change.tsx'
import { loader as releaseDraft } from '#app/cms/api/releases/release-draft.tsx'
import { loader as releases } from '#app/cms/api/releases/release-resource.tsx'
import { loader as upload } from '#app/cms/api/upload.tsx'
import { readOpenApi } from './document.server.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

const site = await createExampleSite()
const { content: siteContent } = site

const pathItems = z
  .record(
    z.string(),
    z.record(
      z.string(),
      z.object({
        operationId: z.string(),
        parameters: z.array(
          z.object({ name: z.string().optional(), in: z.string().optional(), example: z.string().optional() }),
        ),
      }),
    ),
  )
  .parse(readOpenApi().paths)
const operations = Object.entries(pathItems).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method })),
)

/** Addresses with their own route. All other addresses belong to a section. */
const ownRoutes = new Map([
  ['/api/auth/login', login],
  ['/api/auth/logout', logout],
  ['/api/contact', contact],
  ['/api/upload', upload],
  ['/api/drafts', drafts],
  ['/api/drafts/{section}', drafts],
  ['/api/drafts/{section}/publish', draftPublish],
  ['/api/releases', releases],
  ['/api/releases/{id}', releases],
  ['/api/releases/{id}/schedule', releaseChange],
  ['/api/releases/{id}/unschedule', releaseChange],
  ['/api/releases/{id}/publish', releaseChange],
  ['/api/releases/{id}/undo', releaseChange],
  ['/api/releases/{id}/drafts/{section}', releaseDraft],
  ['/api/releases/{id}/drafts/{section}/add', releaseDraft],
  ['/api/releases/{id}/drafts/{section}/take-out', releaseDraft],
])

test.each([...new Set(operations.map(({ path }) => path))])(
  '%s: allows the methods that are described',
  async (path) => {
    const described = operations.filter((operation) => operation.path === path)
    const examples = new Map(described[0]?.parameters.map(({ name, example = '' }) => [name, example]))
    const address = path.replaceAll(/\{(\w+)\}/g, (_place, name: string) => examples.get(name) ?? '')
    const [, , name = '', entryId] = address.split('/')
    const loader = ownRoutes.get(path) ?? resource
    const request = new Request(origin + address, { method: 'OPTIONS' })
    const change = /\}\/([a-z-]+)$/.exec(path)?.[1]
    const params = {
      resource: name,
      ...(entryId !== undefined && { entryId }),
      ...(change !== undefined && { change }),
      ...(path.includes('{section}') && { section: 'numbers' }),
      ...(path.startsWith('/api/releases/{id}') && { releaseId: examples.get('id') ?? '' }),
    }
    const allowed = (await loader(routeArgs(request, params))).headers.get('allow')?.split(', ') ?? []
    const own = allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    expect(own.sort()).toEqual(described.map(({ method }) => method.toUpperCase()).sort())
  },
)

test('a list: described with the limit that a save has', () => {
  const { properties } = z
    .object({ properties: z.record(z.string(), z.looseObject({})) })
    .parse(readOpenApi().components?.schemas?.['SuppliersBody'])
  expect(properties['suppliers']).toMatchObject({ type: 'array', maxItems: 500 })
})

test('content with quotes, line breaks and a dollar: a shell reads the command as it was meant', () => {
  const example = { title: `It's $HOME\n"two" \\ lines` }
  const [command = ''] = curlCommands(
    {
      method: 'put',
      path: '/api/x',
      security: [{ bearer: [] }],
      parameters: [],
      requestBody: { content: { 'application/json': { example } } },
    },
    origin,
  )
  const words = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\0'`)], {
    encoding: 'utf8',
    env: { ...process.env, TOKEN: 't' },
  }).split('\0')
  expect(words.slice(0, 5)).toEqual(['-X', 'PUT', `${origin}/api/x`, '-H', 'Authorization: Bearer t'])
  expect(JSON.parse(words.at(-2) ?? '')).toEqual(example)
})

test('an edit: the examples follow it, and so does the ETag', async () => {
  const before = await read(openapi)
  expect((await read(openapi, { 'if-none-match': before.etag })).status).toBe(304)
  const change = (content: z.output<typeof story.schema>) => ({
    ...content,
    title: 'Changed for the examples',
  })
  await siteContent.update(story, { author: 'test', reason: 'Edit', change })
  const after = await read(openapi, { 'if-none-match': before.etag })
  expect(after.status).toBe(200)
  expect(after.text).toContain('Changed for the examples')
})

test('the page for people: holds every call and no script, under a policy that allows none', async () => {
  const { text, headers } = await read(docs)
  for (const { operationId } of operations) expect(text).toContain(`id="${operationId}"`)
  expect(text).not.toMatch(/<script|style=/)
  expect(headers.get('content-security-policy')).toContain(`script-src ${origin}/assets/; `)
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8')
})

async function read(loader: typeof docs, headers: Record<string, string> = {}) {
  const response = await loader(routeArgs(new Request(`${origin}/api/x`, { headers })))
  return {
    status: response.status,
    headers: response.headers,
    etag: response.headers.get('etag') ?? '',
    text: await response.text(),
  }
}

test('a write that may harm a scheduled release: the parameter that confirms it, and the answer that asks for it', () => {
  const asking = z
    .record(z.string(), z.record(z.string(), z.object({ operationId: z.string(), parameters: z.array(z.unknown()) })))
    .parse(readOpenApi().paths)
  const confirm = { $ref: '#/components/parameters/confirm' }
  const ids = Object.values(asking)
    .flatMap((methods) => Object.values(methods))
    .filter(({ parameters }) => parameters.some((parameter) => JSON.stringify(parameter) === JSON.stringify(confirm)))
    .map(({ operationId }) => operationId)
  expect(ids.sort()).toEqual([
    'deleteReleasesByIdDraftsBySection',
    'postDraftsBySectionPublish',
    'postReleasesByIdDraftsBySectionAdd',
    'postReleasesByIdDraftsBySectionTakeOut',
    'postReleasesByIdPublish',
    'postReleasesByIdSchedule',
    'postReleasesByIdUndo',
    'putReleasesById',
    'putReleasesByIdDraftsBySection',
  ])
  expect(readOpenApi().components).toMatchObject({
    parameters: { confirm: { name: 'confirm', in: 'query' } },
    responses: { Conflict: { description: expect.stringContaining('`confirmation-needed`') as string } },
  })
})
