import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { BUSY, openBackupDownloads } from './backup-downloads.server.ts'

const ALL = { publicOnly: false, passphrase: undefined }
const never = new AbortController().signal

/** Downloads whose backups are made by `script`, which gets the folder in DATA_DIR. */
function downloadsOf(script: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'downloads-'))
  const program = path.join(folder, 'program.mjs')
  writeFileSync(program, script)
  const downloads = openBackupDownloads({
    folders: { contentDir: folder, uploadsDir: folder, dataDir: folder },
    program,
  })
  onTestFinished(async () => {
    await downloads.close()
    rmSync(folder, { recursive: true })
  })
  return { downloads, folder }
}

/** Writes its process id, then bytes without end. Creates a file once it has written more than a pipe can buffer. */
const ENDLESS = `import { writeFileSync, writeSync } from 'node:fs'
const folder = process.env.DATA_DIR
writeFileSync(folder + '/pid', String(process.pid))
for (let count = 0; ; count++) {
  writeSync(1, 'x'.repeat(10000))
  if (count === 13) writeFileSync(folder + '/filled', '')
}`

function isAlive(folder: string) {
  try {
    return process.kill(Number(readFileSync(path.join(folder, 'pid'), 'utf8')), 0)
  } catch {
    return false
  }
}

test('a ticket is worth one download of the session that it was given to', () => {
  const { downloads } = downloadsOf('')
  const ticket = downloads.admit('mine', { publicOnly: true }) ?? ''
  expect(downloads.redeem(ticket, 'another')).toBeUndefined()
  expect(downloads.redeem('forged', 'mine')).toBeUndefined()
  expect(downloads.redeem(ticket, 'mine')).toEqual({ publicOnly: true })
  expect(downloads.redeem(ticket, 'mine')).toBeUndefined()
})

test('a backup that cannot be made: the reason of the program, and the next one may start', async () => {
  const { downloads } = downloadsOf("console.error('No backup was made: The disk is full.'); process.exitCode = 1")
  await expect(downloads.open(ALL, never)).rejects.toThrow(/^The disk is full\.$/)
  await expect(downloads.open(ALL, never)).rejects.toThrow('The disk is full.')
})

test('a backup that fails on its way: the stream fails, so that nobody takes it for whole', async () => {
  const { downloads } = downloadsOf(
    "process.stdout.write('half', () => { console.error('Gone.'); process.exitCode = 1 })",
  )
  await expect(text(await downloads.open(ALL, never))).rejects.toThrow('Gone.')
})

test('one at a time; a reader that goes away ends the program', async () => {
  const { downloads, folder } = downloadsOf(ENDLESS)
  const bytes = await downloads.open(ALL, never)
  expect(isAlive(folder)).toBe(true)
  expect(downloads.admit('mine', ALL)).toBeUndefined()
  await expect(downloads.open(ALL, never)).rejects.toThrow(BUSY)
  for await (const chunk of bytes) {
    expect(chunk.length).toBeGreaterThan(0)
    // The rest remains unread in the pipe and the stream.
    await expect.poll(() => existsSync(path.join(folder, 'filled'))).toBe(true)
    break
  }
  await expect.poll(() => isAlive(folder) || downloads.isBusy()).toBe(false)
})

test('a request that is aborted, and a site that is stopped, end the program', async () => {
  const { downloads, folder } = downloadsOf(ENDLESS)
  const request = new AbortController()
  await downloads.open(ALL, request.signal)
  request.abort()
  await expect.poll(() => isAlive(folder) || downloads.isBusy()).toBe(false)
  await downloads.open(ALL, never)
  await downloads.close()
  expect(isAlive(folder)).toBe(false)
  await expect(downloads.open(ALL, never)).rejects.toThrow(BUSY)
})
