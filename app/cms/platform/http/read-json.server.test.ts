import fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { MalformedBody } from './http-error.ts'
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
    [`["\\"",${'['.repeat(64)}`, '64 levels'],
  ])('%j: names %s', async (body, problem) => {
    const reading = readJson(post(body))
    await expect(reading).rejects.toBeInstanceOf(MalformedBody)
    await expect(reading).rejects.toMatchObject({ status: 400, message: expect.stringContaining(problem) })
  })

  test('a million open brackets or braces: the depth', async () => {
    for (const body of ['['.repeat(1_000_000), '['.repeat(500_000) + ']'.repeat(500_000), '{"a":'.repeat(200_000)]) {
      await expect(readJson(post(body))).rejects.toMatchObject({ message: expect.stringContaining('64 levels') })
    }
  })

  test('bytes that are not UTF-8', async () => {
    await expect(readJson(post(new Uint8Array([0x22, 0xff, 0x22])))).rejects.toMatchObject({ status: 400 })
  })
})

describe('refused with 413', () => {
  test('an announced length beyond 1 MB: nothing is read', async () => {
    const request = post('{}', { 'content-length': String(1024 * 1024 + 1) })
    await expect(readJson(request)).rejects.toMatchObject({ status: 413, code: 'too-large' })
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
    await expect(readJson(post(body))).rejects.toMatchObject({ status: 413, code: 'too-large' })
    expect(isCancelled).toBe(true)
    expect(pulled).toBeLessThan(20)
  })

  test('one byte over a limit of its own', async () => {
    await expect(readJson(post('"1234"'), 5)).rejects.toMatchObject({ status: 413, code: 'too-large' })
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

test('brackets within strings: are not levels', async () => {
  const texts = ['['.repeat(100), '"{'.repeat(100), '\\']
  await expect(readJson(post(JSON.stringify(texts)))).resolves.toEqual(texts)
})

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
    expect(faultOf(text)).toEqual({ line, column })
  })

  test('far into a long text: the place that the engine names or quotes', () => {
    const numbers = Array.from({ length: 20_000 }, (_, at) => at).join(',')
    expect(faultOf(`[${numbers},"a" "b"]`)).toEqual({ line: 1, column: numbers.length + 7 })
    expect(faultOf(`[${numbers},\n,1,2,3,4,5,6]`)).toEqual({ line: 2, column: 1 })
    expect(faultOf(`[${numbers},]`)).toEqual({ line: 1, column: numbers.length + 3 })
    expect(faultOf(`[,${numbers}]`)).toEqual({ line: 1, column: 2 })
    expect(faultOf(`[${numbers}`)).toEqual({ line: 1, column: numbers.length + 2 })
  })
})

describe('the words of each engine', () => {
  const text = '[1,\n 2,\n x]'
  test.each([
    ["Unexpected token 'x', at position 9", undefined],
    ['Unexpected token x in JSON at position 9', { line: 3, column: 2 }],
    ["Expected ',' or ']' after array element in JSON at position 9 (line 3 column 2)", { line: 3, column: 2 }],
    ['Bad control character in string literal in JSON (line 3 column 2)', { line: 3, column: 2 }],
    ['Unexpected end of JSON input', { line: 3, column: 4 }],
  ])('%s', (message, place) => {
    expect(findJsonFault(text, message)).toEqual(place ?? { line: 3, column: 2 })
  })

  test.each([
    `Unexpected token ' at position 1 (line 1 column 2)', "[' at position 1" is not valid JSON`,
    `Unexpected token 'x', "[1,\n 2,\n x]" is not valid JSON`,
  ])('a quotation of the text is not taken for the place: %s', (message) => {
    expect(findJsonFault(text, message)).toEqual({ line: 3, column: 2 })
  })
})

describe('a long text with a fault of which the engine names no place', () => {
  test('is parsed once, and refused without a place', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    const same = '1,'.repeat(150_000)
    await expect(readJson(post(`[${same},${same},${same}1]`))).rejects.toMatchObject({
      status: 400,
      message: 'The body is not valid JSON.',
    })
    expect(parse).toHaveBeenCalledTimes(1)
  })

  test('is parsed once if the quotation occurs once', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    await expect(readJson(post(`[${'1,'.repeat(400_000)}]`))).rejects.toMatchObject({
      message: 'The body is not valid JSON: see line 1, column 800002.',
    })
    expect(parse).toHaveBeenCalledTimes(1)
  })

  test('is not parsed if it is nested too deep', async () => {
    const parse = vi.spyOn(JSON, 'parse')
    await expect(readJson(post('['.repeat(1_000_000)))).rejects.toMatchObject({ status: 400 })
    expect(parse).not.toHaveBeenCalled()
  })
})

test('JSON with characters put into it: what follows a fault does not move it', () => {
  const spot = fc.record({ value: fc.jsonValue({ maxDepth: 4 }), at: fc.nat(), inserted: fc.string({ maxLength: 2 }) })
  fc.assert(
    fc.property(spot, ({ value, at, inserted }) => {
      const json = JSON.stringify(value)
      const cut = at % (json.length + 1)
      const text = json.slice(0, cut) + inserted + json.slice(cut)
      const fault = faultOf(text)
      if (fault === undefined) return
      expect(faultOf(text.slice(0, fault.column))?.column).toBe(fault.column)
    }),
    { numRuns: 500 },
  )
})

/** The place of the fault with the words of this engine; undefined if the text is JSON. */
function faultOf(text: string) {
  try {
    JSON.parse(text)
    return undefined
  } catch (error) {
    return findJsonFault(text, error instanceof Error ? error.message : '')
  }
}
