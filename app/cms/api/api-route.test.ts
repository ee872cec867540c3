import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import {
  ContentUnavailable,
  HistoryEntryNotFound,
  InvalidContent,
  VersionConflict,
} from '#app/cms/content/store/errors.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import { log } from '#app/cms/platform/log.server.ts'
import { ownRequest, routeArgs } from '#test/administrator.ts'
import { ExpectedError } from '#app/cms/platform/expected-error.ts'
import { invalidInput, methodNotAllowed } from '#app/cms/platform/http/invalid-input.ts'
import { apiRoute } from '#app/cms/platform/http/api-route.server.ts'
import { MalformedBody } from '#app/cms/platform/http/http-error.ts'
import { createExampleSite } from '#test/example-site/create-example-site.ts'

await createExampleSite()

const conflict = new VersionConflict('stats', { value: {}, version: 'abc' })

beforeEach(() => {
  vi.spyOn(log, 'error').mockImplementation(() => {})
})

describe('what the route throws', () => {
  test.each<[Error, number, string]>([
    [new ExpectedError(404, 'No such slide.'), 404, 'not-found'],
    [conflict, 409, 'conflict'],
    [new InvalidContent('stats', []), 422, 'invalid'],
    [new StorageError('disk-full'), 507, 'disk-full'],
    [new StorageError('read-only'), 503, 'read-only'],
    [new ContentUnavailable('stats'), 503, 'content-unavailable'],
    [new HistoryEntryNotFound('x'), 404, 'not-found'],
    [new ExpectedError(413, 'Too large.'), 413, 'too-large'],
    [new MalformedBody('Broken.'), 400, 'malformed'],
    [new MalformedBody('Not a form.', 415), 415, 'unsupported-type'],
  ])('%s: answers %i %s and its message', async (error, status, code) => {
    const response = await responseTo(error)
    expect(response.status).toBe(status)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const body: unknown = await response.json()
    expect(body).toMatchObject({ error: { code, requestId: 'request-1' } })
    if (!(error instanceof InvalidContent)) expect(body).toMatchObject({ error: { message: error.message } })
    expect(log.error).toHaveBeenCalledTimes(status >= 500 ? 1 : 0)
  })

  test('an error nobody expects: 500 that tells nothing of it, and a line in the log', async () => {
    const error = new TypeError('secret /srv/site/path')
    const response = await responseTo(error)
    expect(response.status).toBe(500)
    expect(await response.text()).not.toMatch(/secret|TypeError|at /)
    expect(log.error).toHaveBeenCalledWith({ err: error, requestId: 'request-1' }, expect.any(String))
  })

  test('problems of fields: are grouped by field', async () => {
    const issues = [
      { path: 'slides.0.title', message: 'Enter a title' },
      { path: '__proto__', message: 'Unknown field' },
      { path: 'slides.0.title', message: 'Too long' },
    ]
    const body: unknown = await (await responseTo(new InvalidContent('hero-slides', issues))).json()
    expect(body).toMatchObject({ error: { fields: { 'slides.0.title': ['Enter a title', 'Too long'] } } })
    expect(JSON.stringify(body)).toContain('"__proto__":["Unknown field"]')
  })

  test('input a schema refused: 422 with dotted paths', async () => {
    const { error } = z.object({ items: z.array(z.string('Enter text')) }).safeParse({ items: ['a', 1] })
    if (!error) throw new Error('The schema should have refused it')
    const response = await responseTo(invalidInput(error))
    expect(response.status).toBe(422)
    expect(await response.json()).toMatchObject({ error: { fields: { 'items.1': ['Enter text'] } } })
  })

  test('a method the address does not know: 405 with Allow', async () => {
    const response = await responseTo(methodNotAllowed('PATCH', ['GET', 'PUT']))
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, PUT')
  })

  test('401: says how to sign in', async () => {
    const response = await responseTo(new ExpectedError(401, 'Log in first.', { code: 'signed-out' }))
    expect(response.headers.get('www-authenticate')).toBe('Bearer')
  })

  test('a conflict with the version in If-Match: 412 and the version that stands', async () => {
    const response = await responseTo(conflict, { 'if-match': '"old"' })
    expect(response.status).toBe(412)
    expect(response.headers.get('etag')).toBe('"abc"')
    expect((await responseTo(conflict)).headers.get('etag')).toBe('"abc"')
  })
})

test('no request id from the host: one is made up, another each time', async () => {
  const route = apiRoute(() => {
    throw new ExpectedError(404, 'Nothing here.')
  })
  const ids = new Set<string>()
  for (let time = 0; time < 2; time += 1) {
    const response = await route({ request: ownRequest('/api/x'), params: {}, context: {} })
    ids.add(z.object({ error: z.object({ requestId: z.uuid() }) }).parse(await response.json()).error.requestId)
  }
  expect(ids.size).toBe(2)
})

test('a route that answers: its response is left alone', async () => {
  const response = new Response(null, { status: 204 })
  expect(await apiRoute(() => response)(routeArgs(ownRequest('/api/stats')))).toBe(response)
})

function responseTo(error: Error, headers: Record<string, string> = {}) {
  const route = apiRoute(() => {
    throw error
  })
  return route(routeArgs(ownRequest('/api/stats', { method: 'PUT', headers })))
}
