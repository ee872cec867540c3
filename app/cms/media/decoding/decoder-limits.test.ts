import { existsSync } from 'node:fs'
import { expect, test, vi } from 'vitest'
import { endlessJob, fileWith, openTestDecoder, pdfJob, pidOf } from '#test/open-test-decoder.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { readPdfJob } from './decoder-jobs.ts'
import { SITE } from './decoder.server.ts'

test('a job beyond the limit: it fails, its process is ended, the next job is done', async () => {
  const decoder = openTestDecoder({ jobLimit: 4_000 })
  const running = decoder.run(readPdfJob, await endlessJob())
  const ended = await pidOf(decoder)
  await expect(running).rejects.toMatchObject({ name: 'DecoderFailed', reason: 'timeout' })
  await vi.waitUntil(() => !existsSync(`/proc/${ended}`))
  expect(await decoder.run(readPdfJob, pdfJob(await fileWith('a.pdf', pdfBytes())), SITE)).toMatchObject({ pages: 1 })
})

test('a job with a shorter limit of its own: it fails then', async () => {
  const decoder = openTestDecoder()
  const running = decoder.run({ ...readPdfJob, limit: 100 }, await endlessJob())
  await expect(running).rejects.toMatchObject({ reason: 'timeout', message: expect.stringContaining('100 ms') })
})
