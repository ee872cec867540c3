import { describe, expect, test } from 'vitest'
import { stats } from '#app/site/sections/stats/stats.ts'
import { makeTimePassFaster } from '#test/fast-clock.ts'
import { by, makeRelease, startSiteInDoubt } from '#test/s3/site-in-doubt.ts'
import { saveYears, yearsOf } from '#test/s3/years-of-site.ts'

makeTimePassFaster(3)

describe.each([
  ['was carried out', true],
  ['was not', false],
])('the store does not answer to a write, which %s', (_what, isWritten) => {
  test('content and releases: content, state and store agree, and the next try works', async (context) => {
    const { site, expectUnknown } = await startSiteInDoubt(context)
    const published = yearsOf(site())
    await expectUnknown(`content/${stats.file}`, isWritten, () => saveYears(site(), 70))
    expect(yearsOf(site())).toBe(isWritten ? 70 : published)
    expect(await site().content.history(stats)).toHaveLength(isWritten ? 1 : 0)
    await saveYears(site(), 71)
    expect(yearsOf(site())).toBe(71)

    const id = await makeRelease(site())
    await expectUnknown(`data/releases/${id}.json`, isWritten, () => site().releases.publish(id, by))
    expect(site().releases.find(id)?.state).toBe(isWritten ? 'published' : 'open')
    expect(yearsOf(site())).toBe(isWritten ? 77 : 71)
    expect(site().drafts.list()).toHaveLength(isWritten ? 0 : 1)
    expect(await site().storage.list('data/publishing')).toEqual([])
    const again = site().releases.publish(id, by)
    // Not that somebody else has changed it.
    if (isWritten) await expect(again).rejects.toThrow('This release is published already.')
    else await again
    expect(yearsOf(site())).toBe(77)
  }, 60_000)
})
