import { IncomingMessage, Server, type IncomingHttpHeaders } from 'node:http'
import { connect, Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { startTestHost } from '../../test/start-test-host.ts'
import { defaultLimits } from '../limits.ts'
import { cutSlowSenders } from './connection-limits.ts'

const SECOND = 1_000

describe('with the limits of production', () => {
  beforeEach(() => {
    vi.useFakeTimers()
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('a byte a second: rejected within twenty seconds', () => {
    const { rejections, send } = begin()
    for (let second = 0; second < 20; second += 1) send(1)
    expect(rejections).toEqual(['ERR_HTTP_REQUEST_TIMEOUT'])
  })

  test('a chunked body without any byte: rejected', () => {
    const { rejections } = begin({ headers: { 'transfer-encoding': 'chunked' } })
    vi.advanceTimersByTime(20 * SECOND)
    expect(rejections).toHaveLength(1)
  })

  test('a file of 40 MB over a line of 1 Mbit/s that fails for a minute: not rejected', () => {
    const { rejections, send } = begin()
    for (let second = 0; second < 100; second += 1) send(125_000)
    for (let second = 0; second < 60; second += 1) send(0)
    for (let second = 0; second < 220; second += 1) send(125_000)
    expect(rejections).toEqual([])
  })

  test('a line of 2 kB/s that begins late: not rejected', () => {
    const { rejections, send } = begin()
    for (let second = 0; second < 8; second += 1) send(0)
    for (let second = 0; second < 300; second += 1) send(2_000)
    expect(rejections).toEqual([])
  })

  test('an app that does not read for a minute: does not count, what follows does', () => {
    const { rejections, request, send } = begin()
    request.push(Buffer.alloc(request.readableHighWaterMark))
    for (let second = 0; second < 60; second += 1) send(0)
    expect(rejections).toEqual([])
    request.read()
    for (let second = 0; second < 20; second += 1) send(0)
    expect(rejections).toHaveLength(1)
  })

  test('a body that is complete, a connection that is closed, a request without a body: not looked at', () => {
    const complete = begin()
    complete.request.complete = true
    const closed = begin()
    closed.request.socket.destroy()
    const without = begin({ headers: {} })
    vi.advanceTimersByTime(60 * SECOND)
    expect([complete, closed, without].map(({ rejections }) => rejections.length)).toEqual([0, 0, 0])
  })

  test('a server that has closed: looks no more', () => {
    const { http } = begin()
    http.emit('close')
    expect(vi.getTimerCount()).toBe(0)
  })
})

test('a connection over which a byte arrives now and then: gets 408; a steady upload beside it is read to its end', async () => {
  let received = 0
  const { port } = await startTestHost({
    limits: { bodyGrace: 1_000, bodyBytesPerSecond: 1_000, checkInterval: 50 },
    render: (request, response) => {
      request
        .on('data', (bytes: Buffer) => (received += bytes.length))
        .on('end', () => response.send(`${received}`))
        .resume()
    },
  })
  const [slow, steady] = await Promise.all([post(port, 1, 1_000), post(port, 400, 100)])
  expect(slow).toMatch(/^HTTP\/1\.1 408 /)
  expect(steady).toMatch(/^HTTP\/1\.1 200 [^]*4\d\d\d\d$/)
})

/** Sends a body in that many parts of `size`, one every 25 ms, and resolves with the response. */
async function post(port: number, size: number, parts: number) {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  let response = ''
  socket.on('data', (text) => (response += String(text))).on('error', () => undefined)
  const closed = new Promise((resolve) => socket.once('close', resolve))
  const head = `POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: ${size * parts}\r\n\r\n`
  socket.write(head)
  for (let part = 0; part < parts && socket.writable; part += 1) {
    socket.write('x'.repeat(size))
    await pause(25)
  }
  await closed
  return response
}

/** A request whose body arrives. */
function begin({ headers = { 'content-length': '41943040' } }: { headers?: IncomingHttpHeaders } = {}) {
  const http = new Server()
  cutSlowSenders(http, defaultLimits)
  const rejections: (string | undefined)[] = []
  http.on('clientError', ({ code }: NodeJS.ErrnoException) => rejections.push(code))
  let arrived = 300
  const socket = new Socket()
  Object.defineProperty(socket, 'bytesRead', { get: () => arrived })
  const request = Object.assign(new IncomingMessage(socket), { headers })
  request._read = () => undefined
  http.emit('request', request)
  return {
    http,
    request,
    rejections,
    /** What arrives within a second. */
    send: (bytes: number) => {
      arrived += bytes
      vi.advanceTimersByTime(SECOND)
    },
  }
}
