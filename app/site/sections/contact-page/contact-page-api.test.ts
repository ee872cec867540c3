import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { action, loader } from '#app/cms/api/contact-resource.tsx'
import { origin, ownRequest, routeArgs, signIn } from '#test/administrator.ts'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite()

describe('the words of the page', () => {
  test('GET: all four fields', async () => {
    const response = await loader(routeArgs(new Request(`${origin}/api/contact`)))
    expect(Object.keys(z.record(z.string(), z.string()).parse(await response.json()))).toEqual([
      'title',
      'description',
      'details',
      'mapEmbedLink',
    ])
    expect(response.headers.get('etag')).toMatch(/^"\w+"$/)
  })

  test('PUT without signing in: 401', async () => {
    expect((await action(routeArgs(ownRequest('/api/contact', { method: 'PUT' })))).status).toBe(401)
  })

  test.each(['PATCH', 'DELETE'])('%s: 405 with Allow', async (method) => {
    const response = await action(routeArgs(ownRequest('/api/contact', { method })))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD, POST, PUT, OPTIONS')
  })

  test.each([
    'http://maps.example.com',
    '//maps.example.com',
    'javascript:alert(1)',
    'https://a:b@maps.example.com',
    'https://x;sandbox',
    'https://x,default-src',
    'https://*.example.com',
    "https://x'y",
  ])('PUT with the map address %s: 422 at its field', async (mapEmbedLink) => {
    const response = await put({ title: 'Write', mapEmbedLink })
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { mapEmbedLink: [expect.any(String)] } } })
  })

  test('PUT signed in: replaces them', async () => {
    expect((await put({ title: 'Write to us', mapEmbedLink: '' })).status).toBe(200)
    const response = await loader(routeArgs(new Request(`${origin}/api/contact`)))
    expect(await response.json()).toEqual({ title: 'Write to us', description: '', details: '', mapEmbedLink: '' })
  })
})

async function put(content: object) {
  const headers = { cookie: await signIn(), 'content-type': 'application/json' }
  return action(routeArgs(ownRequest('/api/contact', { method: 'PUT', body: JSON.stringify(content), headers })))
}
