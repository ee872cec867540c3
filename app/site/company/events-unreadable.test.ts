import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { env } from '#app/platform/env.server.ts'
import { ownRequest } from '#test/administrator.ts'

beforeAll(async () => {
  await writeFile(path.join(env.contentDir, 'events.yaml'), 'title: [')
  await rm(path.join(env.contentDir, 'gallery.yaml'))
  await rm(path.join(env.contentDir, 'contact.yaml'))
})

// Imported only in the tests: the store reads its files when it is first imported.

test('events and gallery that never could be read: 503', async () => {
  const pages = [await import('./events.tsx'), await import('./gallery.tsx')]
  for (const { loader } of pages) {
    expect(loader()).toMatchObject({ data: { content: undefined }, init: { status: 503 } })
  }
})

test('the words of the contact page that never could be read: addresses and form stand', async () => {
  const { readContact } = await import('#app/site/contact/contact.server.ts')
  expect(readContact(ownRequest('/contactus'))).toMatchObject({
    data: { content: undefined, contacts: { investorEmail: 'investors@example.com' } },
  })
})
