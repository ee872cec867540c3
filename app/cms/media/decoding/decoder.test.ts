import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { endlessJob, fileWith, openTestDecoder, pdfJob, pidOf } from '#test/open-test-decoder.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { photo } from '#test/temporary-images.ts'
import { encodeVariantJob, type Job, readImageSizesJob, readPdfJob } from './decoder-jobs.ts'
import { MAX_WAITING_OF_ONE, PAGES, SITE } from './decoder.server.ts'

test('killed in the middle of a job: that job fails, the one behind it is done by another process', async () => {
  const decoder = openTestDecoder()
  const size = { files: [await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())] }
  const running = decoder.run(readPdfJob, await endlessJob())
  const waiting = decoder.run(readImageSizesJob, size)
  const killed = await pidOf(decoder)
  process.kill(killed, 'SIGKILL')
  await expect(running).rejects.toMatchObject({ name: 'DecoderFailed', reason: 'ended' })
  expect(await waiting).toEqual([{ width: 40, height: 30 }])
  expect(decoder.pid()).not.toBe(killed)
})

test('jobs that wait: a background job comes after those that were asked for later', async () => {
  const decoder = openTestDecoder()
  const file = await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())
  const ended: string[] = []
  const note = async (name: string, job: Promise<unknown>) => {
    await job
    ended.push(name)
  }
  await Promise.all([
    note('running', decoder.run(readImageSizesJob, { files: [file] }, SITE)),
    note('background', decoder.run(encodeVariantJob, { file, width: 20, format: 'webp' })),
    note('first', decoder.run(readImageSizesJob, { files: [file] }, SITE)),
    note('second', decoder.run(readPdfJob, pdfJob(await fileWith('a.pdf', pdfBytes())), SITE)),
  ])
  expect(ended).toEqual(['running', 'first', 'second', 'background'])
})

test('ten slow jobs of one person: the first job of another person is the next one, and a variant for a page after it', async () => {
  const decoder = openTestDecoder()
  const file = await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())
  const endless = await endlessJob()
  const ended: string[] = []
  const note = (name: string, job: Promise<unknown>) =>
    job.then(
      () => ended.push(name),
      () => ended.push(name),
    )
  const slow = { ...readPdfJob, limit: 50 }
  const jobs = Array.from({ length: 10 }, (_, n) => note(`slow ${n}`, decoder.run(slow, endless, 'one')))
  jobs.push(note('other', decoder.run(readImageSizesJob, { files: [file] }, 'other')))
  jobs.push(note('page', decoder.run(encodeVariantJob, { file, width: 20, format: 'webp' }, PAGES)))
  await Promise.all(jobs)
  expect(ended.slice(0, 4)).toEqual(['slow 0', 'other', 'page', 'slow 1'])
  expect(ended).toHaveLength(12)
})

test('one job too many of one person: refused at once, and another person is not', async () => {
  const decoder = openTestDecoder()
  const file = await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())
  const size = (owner: string) => decoder.run(readImageSizesJob, { files: [file] }, owner)
  const jobs = Array.from({ length: MAX_WAITING_OF_ONE + 1 }, () => size('one'))
  await expect(size('one')).rejects.toMatchObject({
    name: 'TooManyJobs',
    status: 503,
    message: '50 files of yours wait to be checked. Try again in a minute.',
  })
  await expect(size('other')).resolves.toHaveLength(1)
  await expect(Promise.all(jobs)).resolves.toHaveLength(MAX_WAITING_OF_ONE + 1)
})

test('this process stands still for longer than the limit, while the job is done: its result counts', async () => {
  const decoder = openTestDecoder()
  const size = { files: [await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())] }
  await decoder.run(readImageSizesJob, size)
  const reading = decoder.run({ ...readImageSizesJob, limit: 300 }, size)
  await new Promise(setImmediate)
  execFileSync('sleep', ['1'])
  expect(await reading).toEqual([{ width: 40, height: 30 }])
})

test('no free file descriptor for its process: the error of the system, and the next job is done', async () => {
  const decoder = openTestDecoder()
  const size = { files: [await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())] }
  const prlimit = `prlimit --pid ${process.pid} --nofile`
  // Started before, because no process can be started then.
  const limit = spawn('sh', [
    '-c',
    `soft=$(${prlimit} -o SOFT --noheadings); ${prlimit}=8: && echo; read _; ${prlimit}=$soft:`,
  ])
  await once(limit.stdout, 'data')
  try {
    await expect(decoder.run(readImageSizesJob, size)).rejects.toMatchObject({ code: 'EMFILE' })
  } finally {
    limit.stdin.end('\n')
    await once(limit, 'exit')
  }
  expect(await decoder.run(readImageSizesJob, size)).toEqual([{ width: 40, height: 30 }])
})

test('idle: the process ends, and another one is started for the next job', async () => {
  const decoder = openTestDecoder({ idleLimit: 1 })
  const size = { files: [await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())] }
  for (let time = 0; time < 2; time += 1) {
    expect(await decoder.run(readImageSizesJob, size)).toEqual([{ width: 40, height: 30 }])
    await vi.waitUntil(() => decoder.pid() === undefined)
  }
})

test('closed: the process ends, and what waits or comes later fails', async () => {
  const decoder = openTestDecoder()
  const input = await endlessJob()
  const jobs = [decoder.run(readPdfJob, input), decoder.run(readImageSizesJob, { files: [input.file] })]
  const outcomes = Promise.allSettled(jobs)
  const pid = await pidOf(decoder)
  await decoder.close()
  expect(await outcomes).toMatchObject(Array(2).fill({ status: 'rejected', reason: { code: 'lock-lost' } }))
  await vi.waitUntil(() => !existsSync(`/proc/${pid}`))
  await expect(decoder.run(readImageSizesJob, { files: [input.file] })).rejects.toMatchObject({ code: 'lock-lost' })
})

test('a result that is not of the form of its job: not believed', async () => {
  const decoder = openTestDecoder()
  const file = await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())
  const lying: Job<{ files: string[] }, { width: string }> = {
    ...readImageSizesJob,
    result: z.object({ width: z.string() }),
  }
  await expect(decoder.run(lying, { files: [file] })).rejects.toMatchObject({ name: 'DecoderFailed', reason: 'ended' })
})

test('the sizes of several images in one job: a file that the disk cannot read costs no other one its size', async () => {
  const decoder = openTestDecoder()
  const file = await fileWith('a.jpg', await photo(40, 30).jpeg().toBuffer())
  expect(await decoder.run(readImageSizesJob, { files: [file, '/missing.jpg', file] })).toEqual([
    { width: 40, height: 30 },
    { failure: expect.stringContaining('ENOENT') },
    { width: 40, height: 30 },
  ])
})

test('what the disk says: passed on with its code', async () => {
  const decoder = openTestDecoder()
  await expect(decoder.run(readPdfJob, pdfJob('/missing.pdf'))).rejects.toMatchObject({ code: 'ENOENT' })
})

test('its process knows nothing of the settings of the server', async () => {
  vi.stubEnv('ADMIN_PASSWORD', 'secret of the server')
  const decoder = openTestDecoder()
  await decoder.run(readPdfJob, pdfJob(await fileWith('a.pdf', '%PDF-1.7')))
  expect(await readFile(`/proc/${decoder.pid()}/environ`, 'utf8')).not.toContain('secret of the server')
})
