import { request } from 'node:http'
import { buffer } from 'node:stream/consumers'

/** An answer as it went over the wire: its body still compressed. */
export interface Answer {
  status: number
  headers: Record<string, string>
  body: Buffer
}

/** Asks for something that must be there. Throws where the answer is not 200. */
export async function askFor(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await ask(url, headers)
  if (answer.status !== 200) throw new Error(`${url} answers ${answer.status}`)
  return answer
}

/** Asks once, without unpacking what comes back as fetch would. */
export async function ask(url: string, headers: Record<string, string> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers }, (response) => {
      buffer(response).then((body) => {
        resolve({ status: response.statusCode ?? 0, headers: firstValues(response.headersDistinct), body })
      }, reject)
    })
    sent.once('error', reject).end()
  })
}

function firstValues(headers: NodeJS.Dict<string[]>) {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, values]) => (values ? [[name, values.join(', ')]] : [])),
  )
}
