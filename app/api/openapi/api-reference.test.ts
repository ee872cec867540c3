import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { globalPresence } from '#app/sections/global-presence/global-presence.ts'
import { siteContent } from '#app/sections/site-content.server.ts'
import { origin, routeArgs } from '#test/administrator.ts'
import { loader as login } from '#app/api/auth-login.tsx'
import { loader as logout } from '#app/api/auth-logout.tsx'
import { loader as contact } from '#app/api/contact.tsx'
import { loader as docs } from './docs.tsx'
import { loader as openapi } from './openapi.tsx'
import { loader as entry } from '#app/api/content/section-entry.tsx'
import { loader as resource } from '#app/api/content/section-resource.tsx'
import { loader as upload } from '#app/api/upload.tsx'
import { readApiReference } from './api-reference.server.ts'
import { curlExamples } from './curl-example.ts'
import { fieldRows } from './field-rows.ts'

const { operations } = readApiReference()

/** Addresses with a route of their own; all others are a section's. */
const ownRoutes = new Map([
  ['/api/auth/login', login],
  ['/api/auth/logout', logout],
  ['/api/contact', contact],
  ['/api/upload', upload],
])

test.each([...new Set(operations.map(({ path }) => path))])(
  '%s: answers the methods that are described',
  async (path) => {
    const described = operations.filter((operation) => operation.path === path)
    const address = path.replace('{id}', described[0]?.idExample ?? '')
    const [, , name = '', entryId] = address.split('/')
    const loader = ownRoutes.get(path) ?? (entryId === undefined ? resource : entry)
    const request = new Request(origin + address, { method: 'OPTIONS' })
    const params = { resource: name, ...(entryId !== undefined && { entryId }) }
    const allowed = (await loader(routeArgs(request, params))).headers.get('allow')?.split(', ') ?? []
    const own = allowed.filter((method) => method !== 'HEAD' && method !== 'OPTIONS')
    expect(own.sort()).toEqual(described.map(({ method }) => method.toUpperCase()).sort())
  },
)

test('content with quotes, line breaks and a dollar: a shell reads the command as it was meant', () => {
  const example = { title: `It's $HOME\n"two" \\ lines` }
  const [command = ''] = curlExamples(
    {
      id: 'x',
      method: 'put',
      path: '/api/x',
      group: 'X',
      summary: '',
      notes: [],
      access: 'administrator',
      bodies: [{ mediaType: 'application/json', schema: {}, example, files: {} }],
      answer: { status: 200, description: '', headers: [] },
      refusals: [],
    },
    origin,
  ).map((shown) => shown.command)
  const words = execFileSync('sh', ['-c', command.replace(/^curl/, `printf '%s\\0'`)], {
    encoding: 'utf8',
    env: { ...process.env, TOKEN: 't' },
  }).split('\0')
  expect(words.slice(0, 5)).toEqual(['-X', 'PUT', `${origin}/api/x`, '-H', 'Authorization: Bearer t'])
  expect(JSON.parse(words.at(-2) ?? '')).toEqual(example)
})

test('rows for people: name fields below lists and objects, their bounds, and what may be left out', () => {
  const rows = fieldRows({
    type: 'object',
    required: ['items'],
    properties: {
      items: {
        anyOf: [
          {
            type: 'array',
            minItems: 4,
            maxItems: 4,
            items: { type: 'object', properties: { title: { type: 'string', minLength: 1, maxLength: 20 } } },
          },
          { type: 'string' },
        ],
      },
      years: { type: 'integer', minimum: 0, maximum: 1000 },
    },
  })
  expect(rows.map(({ name, kind, isRequired }) => [name, kind, isRequired])).toEqual([
    ['items', 'list, exactly 4 entries', true],
    ['items[].title', 'text, 1 to 20 characters', false],
    ['years', 'whole number, at most 1,000', false],
  ])
})

test('an edit: the examples follow it, and so does the ETag', async () => {
  const before = await read(openapi)
  expect((await read(openapi, { 'if-none-match': before.etag })).status).toBe(304)
  const change = (content: z.output<typeof globalPresence.schema>) => ({
    ...content,
    title: 'Changed for the examples',
  })
  await siteContent.update(globalPresence, { author: 'test', reason: 'Edit', change })
  const after = await read(openapi, { 'if-none-match': before.etag })
  expect(after.status).toBe(200)
  expect(after.text).toContain('Changed for the examples')
})

test('the page for people: holds every call and no script, under a policy that allows none', async () => {
  const { text, headers } = await read(docs)
  for (const { id } of operations) expect(text).toContain(`id="${id}"`)
  expect(text).not.toMatch(/<script|style=/)
  expect(headers.get('content-security-policy')).toContain("default-src 'none'")
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
