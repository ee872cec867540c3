import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { filesBelow, inPieces, photo, plain, temporaryFolder, temporaryLibrary } from '#test/temporary-images.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { encodeVariantJob, readImageSizesJob, readPdfJob, type Job } from './decoder-jobs.ts'
import { MAX_WAITING_OF_ONE, openDecoder, PAGES, SITE } from './decoder.server.ts'

function openTestDecoder(limits?: { idleLimit?: number; jobLimit?: number }) {
  const decoder = openDecoder(limits)
  onTestFinished(() => decoder.close())
  return decoder
}

async function fileWith(name: string, bytes: Uint8Array | string) {
  const file = path.join(await temporaryFolder(), name)
  await writeFile(file, bytes)
  return file
}

/** A job that does not end: the file is a named pipe without a writer. */
async function endlessJob() {
  const file = path.join(await temporaryFolder(), 'pipe.pdf')
  execFileSync('mkfifo', [file])
  return pdfJob(file)
}

function pdfJob(file: string) {
  return { file, timeZone: 'Asia/Kolkata' }
}

async function pidOf(decoder: { pid: () => number | undefined }) {
  return vi.waitUntil(decoder.pid)
}

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

test('a job beyond the limit: it fails, its process is ended, the next job is done', async () => {
  const decoder = openTestDecoder({ jobLimit: 5_000 })
  const running = decoder.run(readPdfJob, await endlessJob())
  const ended = await pidOf(decoder)
  await expect(running).rejects.toMatchObject({ name: 'DecoderFailed', reason: 'timeout' })
  await vi.waitUntil(() => !existsSync(`/proc/${ended}`))
  expect(await decoder.run(readPdfJob, pdfJob(await fileWith('a.pdf', pdfBytes())), SITE)).toMatchObject({ pages: 1 })
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

test('a job with a shorter limit of its own: it fails then', async () => {
  const decoder = openTestDecoder()
  const running = decoder.run({ ...readPdfJob, limit: 100 }, await endlessJob())
  await expect(running).rejects.toMatchObject({ reason: 'timeout', message: expect.stringContaining('100 ms') })
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

test('an upload while the site is closed: refused for now, and not called damaged', async () => {
  const decoder = openTestDecoder()
  const { library, uploadsDir } = await temporaryLibrary({ decoder, onProblem: () => undefined })
  const image = await photo(1500, 1500).png().toBuffer()
  const upload = library.storeImage(inPieces(image), 'a.png', 'asha')
  const outcome = expect(upload).rejects.toMatchObject({ status: 503 })
  await pidOf(decoder)
  await decoder.close()
  await outcome
  expect(await filesBelow(uploadsDir)).toEqual([])
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

test('an upload whose decoder is killed: refused with a way on, nothing is left of it, the next one is stored', async () => {
  const decoder = openTestDecoder()
  const { library, uploadsDir } = await temporaryLibrary({ decoder })
  const storing = library.storeImage(inPieces(await photo(1500, 1500).png().toBuffer()), 'a.png', 'asha')
  process.kill(await pidOf(decoder), 'SIGKILL')
  await expect(storing).rejects.toMatchObject({
    name: 'UploadRefused',
    status: 422,
    message: expect.stringMatching(/^“a\.png” cannot be decoded: .* Export it again, then upload the new file\.$/),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
  await expect(
    library.storeImage(inPieces(await photo(40, 30).jpeg().toBuffer()), 'a.jpg', 'asha'),
  ).resolves.toMatchObject({
    width: 40,
  })
})

test('an upload that is not decoded in time: refused for now, and not called damaged', async () => {
  const decoder = openTestDecoder({ jobLimit: 1 })
  const { library, uploadsDir } = await temporaryLibrary({ decoder, onProblem: () => undefined })
  const image = await photo(1500, 1500).png().toBuffer()
  await expect(library.storeImage(inPieces(image), 'a.png', 'asha')).rejects.toMatchObject({
    name: 'UploadRefused',
    status: 503,
    retryAfter: 60,
    message: expect.stringMatching(/^“a\.png” was not stored: the server was too busy .* Try again in a minute\./),
  })
  expect(await filesBelow(uploadsDir)).toEqual([])
})

test('50 hostile images at once: each is stored or refused, and the next image is stored', async () => {
  const decoder = openTestDecoder()
  const { library } = await temporaryLibrary({ decoder, onProblem: () => undefined })
  const whole = await photo(200, 100).jpeg().toBuffer()
  const formats = await Promise.all([
    photo(200, 100).jpeg({ progressive: true }).toBuffer(),
    photo(200, 100).png().toBuffer(),
    photo(200, 100).webp().toBuffer(),
    photo(200, 100).avif({ effort: 0 }).toBuffer(),
  ])
  const [tooLarge, largest] = await Promise.all([
    plain(9500, 7000).png().toBuffer(),
    plain(7000, 5700).png().toBuffer(),
  ])
  const hostile = Array.from({ length: 50 }, (_, index) => {
    if (index % 10 === 9) return index === 9 ? largest : tooLarge
    const bytes = Buffer.from(formats[index % formats.length] ?? largest)
    // The same damage in every run: bytes all over the file.
    for (let at = 20 + index; at < bytes.length; at += 97 + index) bytes[at] = (index * 151) % 256
    return bytes
  })
  const outcomes = await Promise.allSettled(
    hostile.map((bytes) => library.storeImage(inPieces(bytes), 'hostile.jpg', 'asha')),
  )
  for (const outcome of outcomes) {
    if (outcome.status === 'rejected') expect(outcome.reason).toMatchObject({ name: 'UploadRefused', status: 422 })
  }
  expect(outcomes.some(({ status }) => status === 'rejected')).toBe(true)
  await expect(library.storeImage(inPieces(whole), 'a.jpg', 'asha')).resolves.toMatchObject({ width: 200 })
  await library.close()
})
