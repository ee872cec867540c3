import { connect, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestHost } from '../test/start-test-host.ts'

/** More than the system takes ahead of both programs. */
const FILE_BYTES = 48 * 1024 * 1024

test('a client that goes on reading, but too little to take a piece in time: it is cut', async () => {
  const { socket, body } = await askForFile({ pieces: 3 })
  const reading = readSlowly(socket, { pause: 10 })
  await new Promise((resolve) => body.on('error', resolve).on('end', resolve))
  expect(body.readableEnded).toBe(false)
  socket.destroy()
  await reading
})

test('a client that reads slowly for longer than the limit, yet each piece in time: it gets all', async () => {
  const { socket, body } = await askForFile({ pieces: 192 })
  expect(await readSlowly(socket, { pause: 2 })).toBeGreaterThan(FILE_BYTES)
  expect(body.readableEnded).toBe(true)
})

/** Asks a host with a limit of a second for a file that it reads from `body`. */
async function askForFile({ pieces }: { pieces: number }) {
  const piece = Buffer.alloc(FILE_BYTES / pieces)
  const body = Readable.from(
    Array.from({ length: pieces }, () => piece),
    { objectMode: false },
  )
  const { port } = await startTestHost({
    limits: { silenceTimeout: 1_000, checkInterval: 50 },
    answerFile: () => Promise.resolve({ status: 200, headers: [], body }),
  })
  const socket = connect(port, '127.0.0.1')
  socket.write('GET /uploads/film.mp4 HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n')
  return { socket, body }
}

/** Rests for `pause` milliseconds after each 64 kB or less. Resolves with the bytes there were. */
async function readSlowly(socket: Socket, { pause }: { pause: number }) {
  let bytes = 0
  try {
    for await (const chunk of socket) {
      bytes += (chunk as Buffer).length
      await wait(pause)
    }
  } catch {
    // Cut.
  }
  return bytes
}
