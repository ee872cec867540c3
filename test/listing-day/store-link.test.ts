import { createServer, get } from 'node:http'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listenOnLoopback } from '#test/s3/listen.ts'
import { stopServer } from '#test/s3/memory-s3.ts'
import { startStoreLink } from './store-link.ts'

test('a link passes everything, then nothing until it is open again, or refuses connections', async () => {
  const server = createServer((request, response) => response.end(request.url))
  const link = await startStoreLink(await listenOnLoopback(server))
  onTestFinished(async () => {
    await link.stop()
    await stopServer(server)
  })
  const ask = (path: string) =>
    new Promise<string>((resolve, reject) => {
      get(link.endpoint + path, { agent: false }, (response) => {
        text(response).then(resolve, reject)
      }).on('error', reject)
    })
  expect(await ask('/open')).toBe('/open')

  await link.set('black hole')
  const held = ask('/held')
  expect(await Promise.race([held, wait(100, 'nothing')])).toBe('nothing')
  await link.set('open')
  expect(await held).toBe('/held')

  await link.set('refused')
  await expect(ask('/refused')).rejects.toThrow('ECONNREFUSED')
  await link.set('open')
  expect(await ask('/open-again')).toBe('/open-again')
})
