import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** What came back for bytes sent as they are. */
export interface RawAnswer {
  status: number
  /** The first value of each header, by its name in small letters. */
  headers: Map<string, string>
  body: string
}

/**
 * Sends bytes to a local port and reads until the host closes: for requests that no HTTP library would make. Undefined where
 * the host closed without an answer.
 */
export async function sendRaw(port: number, bytes: Uint8Array): Promise<RawAnswer | undefined> {
  const socket = connect(port, 'localhost')
  // A host that has answered may close while we still send.
  socket.on('error', () => socket.end())
  socket.write(bytes)
  const received = (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1')
  const [head = '', ...rest] = received.split('\r\n\r\n')
  const [start = '', ...lines] = head.split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(start)?.[1])
  if (Number.isNaN(status)) return undefined
  const headers = new Map(
    lines.map((line): [string, string] => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  const body = rest.join('\r\n\r\n')
  return { status, headers, body: headers.get('transfer-encoding') === 'chunked' ? withoutChunkSizes(body) : body }
}

function withoutChunkSizes(body: string) {
  let text = ''
  for (let at = 0; ;) {
    const end = body.indexOf('\r\n', at)
    const size = Number.parseInt(body.slice(at, end), 16)
    if (end === -1 || !(size > 0)) return text
    text += body.slice(end + 2, end + 2 + size)
    at = end + 2 + size + 2
  }
}
