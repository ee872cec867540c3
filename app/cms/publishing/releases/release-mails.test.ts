import { expect, onTestFinished, test } from 'vitest'
import { openMemoryStorage } from '#test/memory-storage.ts'
import { scheduledRelease } from '#test/scheduled-release.ts'
import { startSmtpServer } from '#test/smtp-server.ts'
import { silentLog } from '#test/temporary-content.ts'
import { StorageError } from '#app/cms/storage/storage-error.ts'
import type { Storage } from '#app/cms/storage/storage.ts'
import { openReleaseMails } from './release-mails.server.ts'
import type { WatchedRelease } from './release-watch.server.ts'

const blocked = (label: string): WatchedRelease => ({
  release: scheduledRelease,
  state: 'blocked',
  obstacles: [{ kind: 'conflict', section: 'stats', label, fields: ['Years'] }],
})
const ready: WatchedRelease = { release: scheduledRelease, state: 'ready', obstacles: [] }
const failed: WatchedRelease = {
  release: { ...scheduledRelease, state: 'failed', failure: 'The disk is full.' },
  state: 'failed',
  obstacles: [],
}

async function start({
  storage = openMemoryStorage().storage,
  publishers = [] as string[],
  refusals = 0,
  server = undefined as Awaited<ReturnType<typeof startSmtpServer>> | undefined,
} = {}) {
  const smtp = server ?? (await startSmtpServer({ refusals }))
  if (!server) onTestFinished(() => smtp.close())
  const mails = openReleaseMails({
    storage,
    mail: { smtpUrl: smtp.url, from: 'site@example.com', to: ['info@example.com'] },
    publishers: () => publishers,
    publicOrigin: 'https://www.example.com',
    log: silentLog,
    schedule: { firstWait: 20, longestWait: 40, giveUpAfter: 60_000 },
  })
  onTestFinished(() => mails.close())
  return { storage, smtp, mails }
}

/** Waits until nothing is being sent: each note is handled after the one before it. */
const countOf = (smtp: { mails: unknown[] }, count: number) => expect.poll(() => smtp.mails.length).toBe(count)

test('a release that cannot be published: one mail for each reason, with the reason and the address', async () => {
  const { smtp, mails } = await start()
  mails.note([blocked('Stats')])
  await countOf(smtp, 1)
  mails.note([blocked('Stats')])
  mails.note([blocked('News')])
  await countOf(smtp, 2)
  const [first, second] = smtp.mails
  expect(first?.to).toEqual(['info@example.com'])
  const text = first?.text.replaceAll('=\n', '') ?? ''
  expect(text).toContain('https://www.example.com/admin/releases/0123456789ab')
  expect(text).toContain('Stats (Years)')
  expect(text).toContain('Tuesday, 1 December 2026, 16:00 in Sri Lanka')
  expect(second?.text).toContain('News (Years)')
})

test('a release that failed, and one that is blocked again later: a mail each', async () => {
  const { smtp, mails } = await start()
  mails.note([blocked('Stats')])
  await countOf(smtp, 1)
  mails.note([ready])
  await mails.idle()
  mails.note([blocked('Stats')])
  await countOf(smtp, 2)
  mails.note([failed])
  await countOf(smtp, 3)
  expect(smtp.mails[2]?.text).toContain('The disk is full.')
})

test('publishers with an address as username get it, and no other person', async () => {
  const { smtp, mails } = await start({ publishers: ['admin', 'asha@example.com', 'ravi@example.com'] })
  mails.note([failed])
  await countOf(smtp, 1)
  expect(smtp.mails[0]?.to).toEqual(['asha@example.com', 'ravi@example.com'])
})

test('refused by the mail server: tried again until it is sent, once, also after a restart', async () => {
  const { storage, smtp, mails } = await start({ refusals: 2 })
  mails.note([failed])
  await countOf(smtp, 1)
  await mails.close()
  const again = await start({ storage, server: smtp })
  again.mails.note([failed])
  await again.mails.idle()
  expect(smtp.mails).toHaveLength(1)
})

test('a storage that cannot record it: nothing is sent', async () => {
  const { storage } = openMemoryStorage()
  const refusing: Storage = Object.assign(storage, { refusal: () => new StorageError('disk-full') })
  const { smtp, mails } = await start({ storage: refusing })
  mails.note([failed])
  await mails.idle()
  expect(smtp.mails).toEqual([])
})
