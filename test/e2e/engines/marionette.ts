import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection to Firefox's own protocol, for commands that WebDriver BiDi does not have. */
interface Marionette {
  /** Sends a command, and resolves with its value. Rejects if Firefox refuses it. */
  send: (command: string, parameters: object) => Promise<unknown>
  close: () => void
}

/**
 * Connects to a Firefox that was started with `--marionette` on this port. Each message is its length in bytes, a colon
 * and JSON: https://firefox-source-docs.mozilla.org/testing/marionette/Protocol.html
 */
export async function connectMarionette(port: number): Promise<Marionette> {
  const socket = connect(port, '127.0.0.1')
  const messages = readMessages(socket)
  await messages.next()
  let id = 0
  return {
    send: async (command, parameters) => {
      const text = JSON.stringify([0, ++id, command, parameters])
      socket.write(`${Buffer.byteLength(text)}:${text}`)
      const { value } = await messages.next()
      const [, , error, result] = value as [number, number, { message: string } | null, { value: unknown }]
      if (error) throw new Error(`Firefox refused ${command}: ${error.message}`)
      return result.value
    },
    close: () => socket.destroy(),
  }
}

async function* readMessages(socket: Socket): AsyncGenerator<unknown, undefined> {
  let received = Buffer.alloc(0)
  while (!socket.destroyed) {
    const colon = received.indexOf(':')
    const end = colon + 1 + Number(received.subarray(0, Math.max(colon, 0)).toString())
    if (colon > 0 && received.length >= end) {
      const message: unknown = JSON.parse(received.subarray(colon + 1, end).toString())
      received = received.subarray(end)
      yield message
      continue
    }
    const [more] = (await once(socket, 'data')) as [Buffer]
    received = Buffer.concat([received, more])
  }
}
