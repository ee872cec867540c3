import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BodyTooLarge, MalformedBody } from './http-error.ts'
import { findJsonFault, readJson } from './read-json.server.ts'

describe('refused with 415', () => {
  test.each([undefined, 'text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'text/json'])(
    'content type %s',
    async (type) => {
      const request = post('{}', type === undefined ? {} : { 'content-type': type })
      if (type === undefined) request.headers.delete('content-type')
      await expect(readJson(request)).rejects.toMatchObject({ name: 'MalformedBody', status: 415 })
    },
  )
})

describe('refused with 400', () => {
  test.each([
    ['', 'line 1, column 1'],
    ['{"title": "a",\n}', 'line 2, column 1'],
    ['{"a": {"__proto__": {"isAdmin": true}}}', '__proto__'],
    ['[{"\\u005f_proto__": 1}]', '__proto__'],
    ['['.repeat(65) + ']'.repeat(65), '64 levels'],
    ['['.repeat(200_000) + ']'.repeat(200_000), '64 levels'],
  ])('%.40j: names %s', async (body, problem) => {
    const reading = readJson(post(body))
    await expect(reading).rejects.toBeInstanceOf(MalformedBody)
    await expect(reading).rejects.toMatchObject({ status: 400, message: expect.stringContaining(problem) })
  })

  test('bytes that are not UTF-8', async () => {
    await expect(readJson(post(new Uint8Array([0x22, 0xff, 0x22])))).rejects.toMatchObject({ status: 400 })
  })
})

describe('refused with 413', () => {
  test('an announced length beyond 1 MB: nothing is read', async () => {
    const request = post('{}', { 'content-length': String(1024 * 1024 + 1) })
    await expect(readJson(request)).rejects.toBeInstanceOf(BodyTooLarge)
    expect(request.bodyUsed).toBe(false)
  })

  test('an endless body without a length: is given up while it arrives', async () => {
    let pulled = 0
    let isCancelled = false
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(64 * 1024).fill(0x20))
      },
      cancel() {
        isCancelled = true
      },
    })
    await expect(readJson(post(body))).rejects.toBeInstanceOf(BodyTooLarge)
    expect(isCancelled).toBe(true)
    expect(pulled).toBeLessThan(20)
  })

  test('one byte over a limit of its own', async () => {
    await expect(readJson(post('"1234"'), 5)).rejects.toBeInstanceOf(BodyTooLarge)
    await expect(readJson(post('"1234"'), 6)).resolves.toBe('1234')
  })
})

test.each(['application/json', 'Application/JSON; charset=utf-8', 'application/merge-patch+json'])(
  'content type %s: answers the value',
  async (type) => {
    const body = '{"title":"Größe","items":[1,null]}'
    expect(await readJson(post(body, { 'content-type': type }))).toEqual({ title: 'Größe', items: [1, null] })
  },
)

test('64 levels: are fine', async () => {
  await expect(readJson(post('['.repeat(64) + ']'.repeat(64)))).resolves.toHaveLength(1)
})

function post(body: BodyInit, headers: Record<string, string> = {}) {
  return new Request('http://localhost:3000/api/stats', {
    method: 'PUT',
    headers: { 'content-type': 'application/json', ...headers },
    body,
    duplex: 'half',
  })
}

describe('names the first character that does not fit', () => {
  test.each([
    ['', 1, 1],
    ['   ', 1, 4],
    ['nul', 1, 4],
    ['{"a": 1,}', 1, 9],
    ['{"a": 1\n "b": 2}', 2, 2],
    ['{a: 1}', 1, 2],
    ['{"a" 1}', 1, 6],
    ["['a']", 1, 2],
    ['[1, 2', 1, 6],
    ['[1, 2}', 1, 6],
    ['[01]', 1, 3],
    ['[1.]', 1, 4],
    ['[,]', 1, 2],
    ['"a\nb"', 1, 3],
    ['"a\\x"', 1, 4],
    ['"\\u12g4"', 1, 6],
    ['"open', 1, 6],
    ['{} {}', 1, 4],
    ['\ufeff{}', 1, 1],
  ])('%j: line %i, column %i', (text, line, column) => {
    expect(findJsonFault(text)).toEqual({ line, column })
  })

  test('a hundred thousand open brackets: the end', () => {
    expect(findJsonFault('['.repeat(100_000))).toEqual({ line: 1, column: 100_001 })
  })
})

test('whatever JSON.stringify writes: has no fault before its end', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 10 }), (value) => {
      const text = JSON.stringify(value)
      expect(findJsonFault(text)).toEqual({ line: 1, column: text.length + 1 })
    }),
  )
})

test('JSON with characters put into it: no fault before the end if it still is JSON; what follows a fault does not move it', () => {
  const spot = fc.record({ value: fc.jsonValue({ maxDepth: 4 }), at: fc.nat(), inserted: fc.string({ maxLength: 2 }) })
  fc.assert(
    fc.property(spot, ({ value, at, inserted }) => {
      const json = JSON.stringify(value)
      const cut = at % (json.length + 1)
      const text = json.slice(0, cut) + inserted + json.slice(cut)
      const { column } = findJsonFault(text)
      if (isJson(text)) expect(column).toBe(text.length + 1)
      expect(findJsonFault(text.slice(0, column)).column).toBe(column)
    }),
    { numRuns: 500 },
  )
})

function isJson(text: string) {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
