import { connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** The response to bytes that were sent unchanged. */
export interface RawResponse {
  status: number
  /** The first value of each header, by its name in lower case. */
  headers: Map<string, string>
  body: string
}

/**
 * Sends bytes to a local port and reads until the host closes, for requests that no HTTP library would make. With
 * `endsAfter`, the client's half of the connection is closed behind them, as by a client that aborts. Undefined if the
 * host closed without a response.
 */
export async function sendRaw(
  port: number,
  bytes: Uint8Array,
  { endsAfter = false } = {},
): Promise<RawResponse | undefined> {
  const socket = connect(port, 'localhost')
  // A host that has responded may close the connection while the client still sends.
  socket.on('error', () => socket.destroy())
  if (endsAfter) socket.end(bytes)
  else socket.write(bytes)
  const received = (await buffer(socket).catch(() => Buffer.alloc(0))).toString('latin1')
  return parseResponse(received.replace(/^HTTP\/1\.1 100 Continue\r\n\r\n/, ''))
}

function parseResponse(text: string): RawResponse | undefined {
  const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1])
  if (Number.isNaN(status)) return undefined
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const headers = new Map(
    head
      .split('\r\n')
      .slice(1)
      .map((line): [string, string] => {
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
