import { rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { ownRequest } from '#test/administrator.ts'
import { readContact } from '#app/site/contact/contact.server.ts'
import * as events from './events.tsx'
import * as gallery from './gallery.tsx'
import { createTestSite } from '#test/create-test-site.ts'

await createTestSite({
  prepare: async (env) => {
    await writeFile(path.join(env.contentDir, 'events.yaml'), 'title: [')
    await rm(path.join(env.contentDir, 'gallery.yaml'))
    await rm(path.join(env.contentDir, 'contact.yaml'))
  },
})

test('events and gallery that never could be read: 503', async () => {
  for (const { loader } of [events, gallery]) {
    expect(loader()).toMatchObject({ data: { content: undefined }, init: { status: 503 } })
  }
})

test('the words of the contact page that never could be read: addresses and form stand', async () => {
  expect(readContact(ownRequest('/contactus'))).toMatchObject({
    data: { content: undefined, contacts: { investorEmail: 'investors@example.com' } },
  })
})
