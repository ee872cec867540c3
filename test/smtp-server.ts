import { createServer, type AddressInfo, type Socket } from 'node:net'
import { createInterface } from 'node:readline'

/** A mail as the server received it. */
interface ReceivedMail {
  from: string
  to: string[]
  /** Header lines and text, with `\n`. */
  text: string
}

/**
 * A mail server for tests, on a port of this machine. It knows only the part of SMTP that is needed to receive a mail.
 * It refuses the first `refusals` mails with a temporary error.
 */
export async function startSmtpServer({ port = 0, refusals = 0 } = {}) {
  const mails: ReceivedMail[] = []
  const sockets = new Set<Socket>()
  const state = { refusals, attempts: 0, open: 0, mostOpen: 0 }

  const server = createServer((socket) => {
    sockets.add(socket)
    state.open += 1
    state.mostOpen = Math.max(state.mostOpen, state.open)
    socket.on('close', () => {
      sockets.delete(socket)
      state.open -= 1
    })
    void converse(socket)
  })

  async function converse(socket: Socket) {
    const reply = (line: string) => void socket.write(`${line}\r\n`)
    let mail: ReceivedMail = { from: '', to: [], text: '' }
    let isData = false
    reply('220 test')
    for await (const line of createInterface({ input: socket })) {
      if (isData && line !== '.') mail.text += `${line.replace(/^\./, '')}\n`
      else if (isData) {
        isData = false
        state.attempts += 1
        if (state.refusals > 0) {
          state.refusals -= 1
          reply('451 try again later')
        } else {
          mails.push(mail)
          reply('250 kept')
        }
        mail = { from: '', to: [], text: '' }
      } else if (line.startsWith('MAIL FROM:')) {
        mail.from = addressIn(line)
        reply('250 ok')
      } else if (line.startsWith('RCPT TO:')) {
        mail.to.push(addressIn(line))
        reply('250 ok')
      } else if (line === 'DATA') {
        isData = true
        reply('354 go on')
      } else if (line === 'QUIT') {
        socket.end('221 bye\r\n')
      } else reply('250 test')
    }
  }

  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  const address = server.address()
  const ownPort = isAddressInfo(address) ? address.port : port
  return {
    mails,
    state,
    port: ownPort,
    url: `smtp://127.0.0.1:${ownPort}`,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function addressIn(line: string) {
  return /<([^<>]*)>/.exec(line)?.[1] ?? ''
}

function isAddressInfo(address: AddressInfo | string | null): address is AddressInfo {
  return typeof address === 'object' && address !== null
}
