import type { Server, Socket } from 'node:net'
import type { Limits } from '../limits.ts'

/** What the client of a connection has taken (bytes), and since when it has not taken more (milliseconds, any start). */
interface Progress {
  taken: number
  since: number
}

/** Slow-read protection: bytes that a client must take within `silenceTimeout`, 1.1 kB/s. Files are sent in such chunks. */
const MIN_BYTES_PER_TIMEOUT = 128 * 1024

/**
 * Cuts connections whose client takes less than 128 kB of an answer within `silenceTimeout`. Node's own time-out begins anew
 * with every byte, so that a client could hold an answer for as long as it likes. How much of a larger piece has been taken
 * is not known before it is whole: it gets as much more time.
 */
export function cutSlowReaders(server: Server, limits: Pick<Limits, 'silenceTimeout' | 'checkInterval'>): void {
  const readers = new Map<Socket, Progress>()

  function look(now: number) {
    for (const [socket, progress] of readers) {
      const waiting = socket.writableLength
      const taken = socket.bytesWritten - waiting
      if (waiting === 0 || taken > progress.taken) Object.assign(progress, { taken, since: now })
      else if (now - progress.since > limits.silenceTimeout * Math.max(1, waiting / MIN_BYTES_PER_TIMEOUT))
        socket.destroy()
    }
  }

  const timer = setInterval(() => {
    look(performance.now())
  }, limits.checkInterval).unref()
  server.once('close', () => {
    clearInterval(timer)
  })
  server.on('connection', (socket: Socket) => {
    readers.set(socket, { taken: 0, since: performance.now() })
    socket.once('close', () => readers.delete(socket))
  })
}
