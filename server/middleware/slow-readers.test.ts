import { Server, Socket } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cutSlowReaders } from './connection-limits.ts'

const limits = { silenceTimeout: 120_000, checkInterval: 5_000 }
const PIECE = 128 * 1024

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a client that does not take a piece within the limit: cut, though it goes on asking for a little', () => {
  const { socket } = connect()
  vi.advanceTimersByTime(limits.silenceTimeout)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(2 * limits.checkInterval)
  expect(socket.destroyed).toBe(true)
})

test('a client that takes each piece in time, for longer than the limit: not cut', () => {
  const { socket, take } = connect()
  for (let piece = 0; piece < 5; piece += 1) {
    vi.advanceTimersByTime(limits.silenceTimeout - limits.checkInterval)
    take()
  }
  expect(socket.destroyed).toBe(false)
})

test('a piece three times as large: three times as long', () => {
  const { socket } = connect({ piece: 3 * PIECE })
  vi.advanceTimersByTime(3 * limits.silenceTimeout)
  expect(socket.destroyed).toBe(false)
  vi.advanceTimersByTime(2 * limits.checkInterval)
  expect(socket.destroyed).toBe(true)
})

test('a connection on which nothing waits to be taken: not cut', () => {
  const { socket, end } = connect()
  end()
  vi.advanceTimersByTime(3 * limits.silenceTimeout)
  expect(socket.destroyed).toBe(false)
})

test('a server that has closed: looks no more', () => {
  const { server } = connect()
  expect(vi.getTimerCount()).toBe(1)
  server.emit('close')
  expect(vi.getTimerCount()).toBe(0)
})

/** A connection over which a file is sent: a piece waits until the client has read it. */
function connect({ piece = PIECE } = {}) {
  const server = new Server()
  cutSlowReaders(server, limits)
  const socket = new Socket()
  let given = piece
  let waiting = piece
  Object.defineProperties(socket, { bytesWritten: { get: () => given }, writableLength: { get: () => waiting } })
  server.emit('connection', socket)
  return {
    server,
    socket,
    take: () => {
      given += piece
    },
    end: () => {
      waiting = 0
    },
  }
}
