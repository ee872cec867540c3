import { describe, expect, test, vi } from 'vitest'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { by, makeRelease, message, startSiteInDoubt } from '#test/s3/site-in-doubt.ts'
import { yearsOf } from '#test/s3/years-of-site.ts'

makeTimePassFaster(3)

describe.each([
  ['was carried out', true],
  ['was not', false],
])('the store does not answer to a write, which %s', (_what, isWritten) => {
  test('messages and accounts: state and store agree, and the next try works', async (context) => {
    const { site, expectUnknown } = await startSiteInDoubt(context)
    await expectUnknown('data/inbox/', isWritten, () => site().inbox.storeMessage(message))
    expect(await site().inbox.listMessages({})).toHaveLength(isWritten ? 1 : 0)
    await site().inbox.storeMessage(message)
    expect(await site().inbox.listMessages({})).toHaveLength(isWritten ? 2 : 1)

    await site().auth.accounts.ensureAdministrator({ adminUsername: 'admin', adminPassword: 'a long password' })
    const invite = () => site().auth.people.invite({ name: 'Ravi', username: 'ravi', role: 'editor' })
    await expectUnknown('data/accounts.json', isWritten, invite)
    expect(site().auth.people.findPerson('ravi') !== undefined).toBe(isWritten)
    if (isWritten) await expect(invite()).rejects.toThrow('This username is already used')
    else await invite()
  }, 60_000)
})

test('a staged release whose commit is not answered at its moment: it is published, with its content', async (context) => {
  const { site, loseAnswersTo, reopened } = await startSiteInDoubt(context)
  const time = new Date(Math.ceil(Date.now() / 1_000 + 4) * 1_000).toISOString()
  const id = await makeRelease(site(), time)
  await site().releases.schedule(id, by)
  await vi.waitUntil(async () => (await site().storage.list('data/publishing')).length === 1, 10_000)
  loseAnswersTo(`data/releases/${id}.json`, true)
  await reopened()
  expect(site().releases.find(id)?.state).toBe('published')
  expect(yearsOf(site())).toBe(77)
  expect(site().drafts.list()).toEqual([])
  expect(await site().storage.list('data/publishing')).toEqual([])
}, 30_000)
