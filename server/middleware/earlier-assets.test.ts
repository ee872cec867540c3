import { expect, test, vi } from 'vitest'
import { sendRaw, startTestHost } from '../../test/start-test-host.ts'

const files = new Map([
  ['old-1a2b3c.js', 'export {}'],
  ['old-1a2b3c.js.br', 'compressed'],
  ['old-1a2b3c.css', 'a{}'],
  ['old-1a2b3c.exe', 'x'],
])

function startHost() {
  const read = vi.fn((name: string) => {
    const text = files.get(name)
    return Promise.resolve(text === undefined ? undefined : Buffer.from(text))
  })
  return startTestHost({ builtFiles: { keep: () => Promise.resolve(), read } }).then((host) => ({ ...host, read }))
}

test('a file of an earlier build: served as one of this build, kept for a year', async () => {
  const { origin } = await startHost()
  const plain = await fetch(`${origin}/assets/old-1a2b3c.css`)
  expect([plain.status, await plain.text()]).toEqual([200, 'a{}'])
  expect(plain.headers.get('Content-Type')).toBe('text/css; charset=utf-8')
  expect(plain.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable')
  expect(plain.headers.get('Vary')).toBe('Accept-Encoding')
  expect(plain.headers.get('X-Content-Type-Options')).toBe('nosniff')
})

test.each([
  ['br', 'Content-Encoding: br', 'compressed'],
  ['gzip', undefined, 'export {}'],
])(
  'a browser that accepts %s: gets the copy of the build in that encoding, else the file',
  async (accepted, field, body) => {
    const { port } = await startHost()
    const head = `GET /assets/old-1a2b3c.js HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: ${accepted}\r\nConnection: close\r\n\r\n`
    const response = await sendRaw(port, head)
    expect(/^Content-Encoding: .*$/m.exec(response)?.[0]).toBe(field)
    expect(response.endsWith(`\r\n\r\n${body}`)).toBe(true)
  },
)

test.each(['GET /assets/none-1a2b3c.js', 'GET /assets/old-1a2b3c.exe', 'POST /assets/old-1a2b3c.js'])(
  '%s: a plain 404 that no cache keeps',
  async (line) => {
    const { port } = await startHost()
    const response = await sendRaw(port, `${line} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)
    expect(response).toMatch(/^HTTP\/1\.1 404 /)
    expect(response).toContain('\r\nCache-Control: no-store\r\n')
    expect(response).toContain('Not found.')
  },
)

test('files of this build: nobody looks for them elsewhere', async () => {
  const { origin, read } = await startHost()
  expect((await fetch(`${origin}/assets/app-1a2b3c.js`)).status).toBe(200)
  expect((await fetch(`${origin}/assets/app-1a2b3c.js`, { headers: { Range: 'bytes=0-1' } })).status).toBe(206)
  expect(read).not.toHaveBeenCalled()
})
