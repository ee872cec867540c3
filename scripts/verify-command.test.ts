import {
  chmodSync,
  chownSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { openAudit } from '#app/cms/people/audit/audit-log.server.ts'
import { readEnv, type Env } from '#app/cms/platform/env.server.ts'
import { openDiskStorage } from '#app/cms/storage/disk/disk-storage.server.ts'
import { versionOf } from '#app/cms/storage/storage.ts'
import { pdfBytes } from '#test/pdf-bytes.ts'
import { silentHealth, silentLog } from '#test/temporary-content.ts'
import { runVerifyCommand } from './verify-command.ts'

let env: Env

const ACCOUNTS = {
  accounts: [
    {
      ...{ id: 'admin', username: 'admin', name: 'admin', role: 'administrator', isActive: true },
      ...{ passwordHash: '$argon2id$x', changedAt: '2026-01-01T00:00:00.000Z' },
    },
  ],
}

/** The content and uploads that ship, with an account. */
beforeEach(() => {
  const root = mkdtempSync(path.join(tmpdir(), 'verify-'))
  onTestFinished(() => {
    rmSync(root, { recursive: true })
  })
  const folders = { CONTENT_DIR: path.join(root, 'content'), UPLOADS_DIR: path.join(root, 'uploads') }
  cpSync('content', folders.CONTENT_DIR, { recursive: true })
  cpSync('uploads', folders.UPLOADS_DIR, { recursive: true })
  mkdirSync(path.join(root, 'data'), { mode: 0o700 })
  env = readEnv({ ...folders, DATA_DIR: path.join(root, 'data'), NODE_ENV: 'test', LOG_LEVEL: 'silent' })
  put('accounts.json', JSON.stringify(ACCOUNTS))
})

function put(name: string, text: string) {
  const file = path.join(env.dataDir, name)
  mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
  writeFileSync(file, text, { mode: 0o600 })
  return file
}

const FIRST = '20260101T000000000Z-000001'
const SECOND = '20260102T000000000Z-000001'

/** A record of an edit that replaced `text` by `nextText`. */
function record(id: string, text: string, nextText: string, changed: object = {}) {
  const versions = { version: versionOf(text), replacedBy: versionOf(nextText) }
  const entry = {
    id,
    section: 'stats',
    time: '2026-01-01T00:00:00.000Z',
    author: 'admin',
    reason: 'Edited',
    ...versions,
  }
  return JSON.stringify({ ...entry, text, nextText, ...changed })
}

const RELEASE = '0123456789ab'
const STAMP = { by: 'admin', time: '2026-01-01T00:00:00.000Z' }

function draft(content: unknown) {
  const base = { version: '0123456789abcdef', content: {} }
  return JSON.stringify({ format: 1, base, content, author: 'admin', authors: ['admin'], time: STAMP.time })
}

function release(id: string, file: string) {
  const stamps = { created: STAMP, changed: STAMP }
  return { format: 1, id, name: 'Results', state: 'open', ...stamps, files: [file] }
}

async function verify() {
  const before = snapshot()
  const { exitCode, output } = await runVerifyCommand([], env)
  expect(snapshot(), 'a check changes nothing').toEqual(before)
  return { exitCode, output }
}

function snapshot() {
  return [env.contentDir, env.uploadsDir, env.dataDir].map((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const { mtimeMs, size, mode } = statSync(path.join(folder, name))
      return [name, mtimeMs, size, mode]
    }),
  )
}

/** A change to a site, and the finding that it causes. */
type Damage = [done: () => unknown, finding: string]

const upload = (file: string) => path.join(env.uploadsDir, file)

async function expectFindings(damages: readonly Damage[]) {
  for (const [damage] of damages) damage()
  const { exitCode, output } = await verify()
  const [problems = '', notes = ''] = output.includes('Problems') ? output.split('Notes (') : ['', output]
  return { exitCode, problems, notes }
}

test('everything that may be wrong, at once: each is a problem of its own, code 1', async () => {
  const half = record(FIRST, 'a', 'b')
  const damages: Damage[] = [
    [
      () => {
        writeFileSync(path.join(env.contentDir, 'home/stats.yaml'), '_id: x\nyearsExperience: many\n')
      },
      'content/home/stats.yaml, line 2',
    ],
    [
      () => {
        rmSync(path.join(env.contentDir, 'home/products.yaml'))
      },
      'content/home/products.yaml is missing',
    ],
    [
      () => {
        rmSync(upload('services-trading-5dec1070.jpg'))
      },
      'names the file services-trading-5dec1070.jpg, which does not exist. Upload',
    ],
    [
      () => {
        mkdirSync(upload('.trash/x'), { recursive: true })
        renameSync(upload('careers-fac903f3.jpg'), upload('.trash/x/careers-fac903f3.jpg'))
      },
      'names the file careers-fac903f3.jpg, which does not exist: it is in the trash',
    ],
    [
      () => {
        writeFileSync(upload('gallery-1-f74cd28b.jpg'), 'other')
      },
      'uploads/gallery-1-f74cd28b.jpg is damaged',
    ],
    [
      () => {
        truncateSync(upload('event-1-7d8a4438.jpg'))
      },
      'uploads/event-1-7d8a4438.jpg is empty',
    ],
    [
      () => put(`history/stats/${FIRST}.json`, record(FIRST, 'a', 'b', { text: 'c' })),
      'its earlier version does not match the stored checksum',
    ],
    [
      () => put(`history/stats/${SECOND}.json`, record(SECOND, 'a', 'b', { nextText: 'c' })),
      'the version that replaced it does not match the stored checksum',
    ],
    [() => put(`history/about/${FIRST}.json`, half), 'belongs to the history of stats'],
    [() => put(`history/about/${SECOND}.json`, half.slice(0, 40)), 'it is not a record of an edit'],
    [() => put('inbox/20260101T000000000Z-01234567.json', '{"firstName":'), 'the inbox does not show this message'],
    [() => put(`sessions/${'a'.repeat(64)}.json`, '{'), 'has to log in again'],
    [() => put('accounts.json', '{'), 'data/accounts.json, cannot be used'],
    [
      () => {
        chmodSync(put('inbox/readable', ''), 0o644)
      },
      'Other users of this machine can open data/inbox/readable',
    ],
    [
      () => {
        chmodSync(env.dataDir, 0o755)
      },
      'Other users of this machine can open data.',
    ],
    [() => put('restore.json', '{}'), 'A restore was interrupted'],
    [() => put(`drafts/stats/draft/00000001-00000000.json`, '{'), 'is not a draft of Stats'],
    [
      () => put('drafts/about/draft/00000001-00000000.json', draft({ title: 7 })),
      'is not a draft of About Us, or no longer fits its form',
    ],
    [
      () =>
        put(
          `drafts/clients/${RELEASE}/00000001-00000000.json`,
          draft({ title: 'Clients', clients: [{ image: 'gone.jpg', alt: 'Gone' }] }),
        ),
      'names the file gone.jpg, which does not exist',
    ],
    [() => ({}), `in the release ${RELEASE}, which does not exist`],
    [() => put(`releases/${'1'.repeat(12)}.json`, '{}'), 'is not a valid release'],
    [
      () => put(`releases/${'2'.repeat(12)}.json`, JSON.stringify(release('2'.repeat(12), 'reports/gone.pdf'))),
      'The release “Results” names the file reports/gone.pdf, which does not exist',
    ],
    [
      () => {
        const scheduled = { ...release('3'.repeat(12), ''), name: 'Emptied', state: 'scheduled', files: [] }
        put(`releases/${'3'.repeat(12)}.json`, JSON.stringify({ ...scheduled, time: '2099-01-01T00:00:00Z' }))
      },
      'The release “Emptied” is scheduled, but has no draft and no file',
    ],
    [
      () => {
        const head = { id: FIRST, section: 'news-section', time: STAMP.time, author: 'admin', reason: 'Saved' }
        const versions = { version: '0123456789abcdef', replacedBy: '0123456789abcdef' }
        put('history-heads/news-section.json', JSON.stringify({ version: 1, entries: [{ ...head, ...versions }] }))
      },
      'The history of News & Events was removed',
    ],
    [() => put('approvals/settings.json', '{'), 'Every section needs approval'],
    [() => put('approvals/stats/draft.json', '{}'), 'The approval has to be requested again'],
    [
      () => {
        utimesSync(put('publishing/x.json', '{}'), 0, 0)
      },
      'is the record of a publication that was interrupted',
    ],
  ]
  const { exitCode, problems } = await expectFindings(damages)
  for (const [, finding] of damages) expect(problems).toContain(finding)
  expect(exitCode).toBe(1)
})

test('an empty folder, as of a disk that is not mounted: a problem', async () => {
  rmSync(env.uploadsDir, { recursive: true })
  mkdirSync(env.uploadsDir)
  const { problems } = await expectFindings([])
  expect(problems).toContain('is empty. Perhaps its disk is not mounted')
})

/** Writes the audit log of a site in which somebody has saved something. */
async function recordAudit() {
  const storage = openDiskStorage({ ...env, log: silentLog, health: silentHealth })
  const audit = openAudit({ storage, health: silentHealth, log: silentLog })
  audit.record({ kind: 'content.saved', about: 'stats', actor: undefined })
  await audit.close()
  await storage.close()
}

test('what breaks nothing: notes, code 0', async () => {
  await recordAudit()
  const damages: Damage[] = [
    [
      () => {
        writeFileSync(path.join(env.contentDir, 'old.yaml'), '')
      },
      'content/old.yaml belongs to no section',
    ],
    [
      () => {
        utimesSync(put('.x.0123456789ab.tmp', ''), 0, 0)
      },
      'is a temporary file that was left behind',
    ],
    [
      () => put(`history/stats/${FIRST}.json`, record(FIRST, 'a', 'b')),
      'differs from the result of the last recorded edit',
    ],
    [() => put(`history/stats/${SECOND}.json`, record(SECOND, 'c', 'd')), 'has a gap between'],
    [() => put('history/gone/x.json', ''), 'data/history/gone is the history of a section'],
    [
      () => {
        // Its name ends in a date, not in a checksum.
        writeFileSync(upload('plan-20260501.pdf'), pdfBytes())
      },
      'Nothing is wrong',
    ],
  ]
  const { exitCode, problems, notes } = await expectFindings(damages)
  expect(problems).toBe('')
  for (const [, finding] of damages) expect(notes).toContain(finding)
  expect(exitCode).toBe(0)
})

test('files without a checksum in their names or a record of them: each one that is no whole file of its kind is a problem', async () => {
  const pdf = pdfBytes()
  const damaged: [name: string, bytes: string | Buffer, problem: string][] = [
    ['cut.pdf', pdf.subarray(0, pdf.length / 2), 'its end is missing'],
    ['hello.pdf', 'hello', 'it is not a PDF'],
    ['zeros.pdf', Buffer.alloc(pdf.length), 'it is not a PDF'],
    ['page.jpg', '<html></html>', 'it is not a JPEG image'],
    ['cut.jpg', Buffer.from('ffd8ffe000104a464946', 'hex'), 'its end is missing'],
    ['cut.png', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'its end is missing'],
    ['cut.webp', Buffer.from('RIFF\xFF\x00\x00\x00WEBPVP8 ', 'latin1'), 'its end is missing'],
    ['cut.avif', Buffer.from('\x00\x00\x00\xFFftypavif', 'latin1'), 'its end is missing'],
    ['zeros.mp4', Buffer.alloc(100), 'it is not an MP4 film'],
    ['zeros.vtt', Buffer.alloc(100), 'it is not a WebVTT file'],
    ['page.svg', '<html></html>', 'it is not an SVG drawing'],
  ]
  for (const [name, bytes] of damaged) writeFileSync(path.join(env.uploadsDir, name), bytes)
  const { exitCode, output } = await verify()
  for (const [name, , problem] of damaged)
    expect(output).toContain(`uploads/${name} is damaged or was replaced: ${problem}.`)
  expect(output.match(/ is damaged or was replaced: /g)).toHaveLength(damaged.length)
  expect(exitCode).toBe(1)
})

test('a file of another user in the data folder: a note. Only root can make one', async () => {
  const file = put('inbox/20260101T000000000Z-01234567.json.bak', '')
  const isRoot = process.getuid?.() === 0
  if (isRoot) {
    chownSync(env.dataDir, 12_345, 12_346)
    chownSync(file, 54_321, 54_321)
  }
  const { output } = await verify()
  const note = `inbox/20260101T000000000Z-01234567.json.bak belongs to user 54321, and ${env.dataDir} to user 12345`
  expect(output.includes(note)).toBe(isRoot)
  expect(output.includes('chown -R 12345:12346')).toBe(isRoot)
})

test('sixty damaged messages: fifty are named, the others counted', async () => {
  for (let number = 0; number < 60; number += 1) {
    put(`inbox/20260101T000000000Z-${String(number).padStart(8, '0')}.json`, '{')
  }
  const { output } = await verify()
  expect(output.match(/the inbox does not show this message/g)).toHaveLength(51)
  expect(output).toContain('There are 10 more findings of this kind')
})

test('no accounts beside messages of visitors: a problem', async () => {
  rmSync(path.join(env.dataDir, 'accounts.json'))
  put('inbox/20260101T000000000Z-00000001.json', '{}')
  const { exitCode, output } = await verify()
  expect(exitCode).toBe(1)
  expect(output).toContain(
    'data/accounts.json, is missing, but the data folder is not new: it holds messages of visitors',
  )
})

test('--json of what ships, and an option that there is not', async () => {
  rmSync(path.join(env.dataDir, 'accounts.json'))
  const { output } = await runVerifyCommand(['--json'], env)
  expect(JSON.parse(output)).toMatchObject({
    findings: [{ severity: 'note', what: 'There is no account of an administrator.' }],
  })
  const { exitCode, errors } = await runVerifyCommand(['--fix'], env)
  expect(exitCode).toBe(2)
  expect(errors).toContain('Usage: npm run verify')
})
