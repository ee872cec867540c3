import { request as httpRequest } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** A request as a test writes it; without `method` a GET. */
export interface Asked {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/**
 * Sends a request with the unchanged target: fetch would normalise it. The host of the site of the tests is the default.
 * A header that is there several times has its values joined.
 */
export async function sendUnchanged(port: number, target: string, { method = 'GET', headers = {}, body }: Asked = {}) {
  return new Promise<{ status: number; headers: Record<string, string | undefined>; body: Buffer }>(
    (resolve, reject) => {
      const sent = httpRequest({
        port,
        host: '127.0.0.1',
        path: target,
        method,
        headers: { host: 'localhost:3000', ...headers },
      })
      sent.on('error', reject).on('response', (response) => {
        const received = Object.entries(response.headers).map(([name, value]) => [name, String(value)])
        buffer(response).then((bytes) => {
          resolve({
            status: response.statusCode ?? 0,
            headers: Object.fromEntries(received) as Record<string, string>,
            body: bytes,
          })
        }, reject)
      })
      sent.end(body)
    },
  )
}
