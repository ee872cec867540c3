import { describe, expect, test } from 'vitest'
import { readEnv } from './env.server.ts'

describe('mail settings that are refused', () => {
  test.each([
    [{ SMTP_URL: 'smtp://mail.example.com' }, '  CONTACT_TO: must be set if SMTP_URL is set'],
    [{ CONTACT_TO: 'info@example.com' }, '  SMTP_URL: must be set if CONTACT_TO or CONTACT_FROM is set'],
    [{ CONTACT_FROM: 'web@example.com' }, '  SMTP_URL: must be set if CONTACT_TO or CONTACT_FROM is set'],
    [{ SMTP_URL: 'mail.example.com', CONTACT_TO: 'info@example.com' }, '  SMTP_URL: must be an address such as smtps:'],
    [{ SMTP_URL: 'https://mail.example.com', CONTACT_TO: 'info@example.com' }, '  SMTP_URL: must be'],
    [{ SMTP_URL: 'smtp://', CONTACT_TO: 'info@example.com' }, '  SMTP_URL: must be'],
    [
      { SMTP_URL: 'smtp://mail.example.com', CONTACT_TO: 'info@example.com, office' },
      '  CONTACT_TO: must be addresses',
    ],
    [{ SMTP_URL: 'smtp://mail.example.com', CONTACT_TO: '' }, '  CONTACT_TO: must be addresses'],
    [
      { SMTP_URL: 'smtp://mail.example.com', CONTACT_TO: 'info@example.com', CONTACT_FROM: 'a\nBcc: b@example.com' },
      '  CONTACT_FROM: must be an address',
    ],
    // All at once, with the problems of other variables.
    [{ PORT: 'x', SMTP_URL: 'x' }, '  PORT: must be a port number from 0 to 65535\n  SMTP_URL: must be'],
    [{ PORT: 'x', SMTP_URL: 'x' }, '\n  CONTACT_TO: must be set if SMTP_URL is set'],
  ])('%j: names %s', (source, line) => {
    expect(() => readEnv(environment(source))).toThrow(line)
  })
})

describe('days for which messages are kept', () => {
  test.each(['365', '2923', '-1', '400.5', 'three years', ''])('%j: refused, with the rule', (KEEP_MESSAGES_DAYS) => {
    expect(() => readEnv(environment({ KEEP_MESSAGES_DAYS }))).toThrow(
      '  KEEP_MESSAGES_DAYS: must be a number of days from 366 to 2922',
    )
  })

  test.each([
    [{}, 1096],
    [{ KEEP_MESSAGES_DAYS: '366' }, 366],
    [{ KEEP_MESSAGES_DAYS: '2922' }, 2922],
  ])('%j: %d', (source, days) => {
    expect(readEnv(environment(source)).keepMessagesDays).toBe(days)
  })
})

describe('days for which suspected spam is kept', () => {
  test.each(['29', '2923', 'a month'])('%j: refused, with the rule', (KEEP_SPAM_DAYS) => {
    expect(() => readEnv(environment({ KEEP_SPAM_DAYS }))).toThrow(
      '  KEEP_SPAM_DAYS: must be a number of days from 30 to 2922',
    )
  })

  test.each([
    [{}, 366],
    [{ KEEP_SPAM_DAYS: '30' }, 30],
  ])('%j: %d', (source, days) => {
    expect(readEnv(environment(source)).keepSpamDays).toBe(days)
  })
})

test('no mail settings: no notices', () => {
  expect(readEnv(environment({})).mail).toBeUndefined()
})

test('server and receivers: the first receiver is the sender, unless another is given', () => {
  const source = {
    SMTP_URL: 'smtps://user:secret@mail.example.com:465',
    CONTACT_TO: 'sales@example.com, it@example.com',
  }
  const mail = { smtpUrl: source.SMTP_URL, from: 'sales@example.com', to: ['sales@example.com', 'it@example.com'] }
  expect(readEnv(environment(source)).mail).toEqual(mail)
  const withSender = { ...source, CONTACT_FROM: 'web@example.com' }
  expect(readEnv(environment(withSender)).mail).toEqual({ ...mail, from: 'web@example.com' })
})

describe('caches that are told of changes', () => {
  const PURGE_SECRET = 'a secret of the tests'.replaceAll(' ', '-')

  test.each([
    [
      { PURGE_URLS: 'http://10.0.0.5', PURGE_SECRET },
      '  PURGE_URLS: must be at most 10 addresses such as varnish+http',
    ],
    [{ PURGE_URLS: 'squid+http://10.0.0.5', PURGE_SECRET }, '  PURGE_URLS: must be'],
    [{ PURGE_URLS: 'varnish+http://10.0.0.5,', PURGE_SECRET }, '  PURGE_URLS: must be'],
    [{ PURGE_URLS: 'varnish+http://10.0.0.5' }, '  PURGE_SECRET: must be set if PURGE_URLS is set'],
    [
      { PURGE_URLS: 'varnish+http://10.0.0.5', PURGE_SECRET: 'short' },
      '  PURGE_SECRET: must have 16 to 1000 characters',
    ],
    [{ PURGE_URLS: 'varnish+http://10.0.0.5', PURGE_SECRET: 'with a line\nbreak in it' }, '  PURGE_SECRET: must have'],
    [{ PURGE_URLS: 'varnish+http://10.0.0.5', PURGE_SECRET_FILE: '/missing' }, '  PURGE_SECRET_FILE: cannot be read'],
  ])('%j: refused, %s', (source, line) => {
    expect(() => readEnv(environment(source))).toThrow(line)
  })

  test('their kinds and addresses; none unless set', () => {
    const urls = 'varnish+http://10.0.0.5:6081/, fastly+https://api.fastly.com/service/x'
    expect(readEnv(environment({ PURGE_URLS: urls, PURGE_SECRET })).purge).toEqual({
      caches: [
        { kind: 'varnish', url: 'http://10.0.0.5:6081' },
        { kind: 'fastly', url: 'https://api.fastly.com/service/x' },
      ],
      secret: PURGE_SECRET,
    })
    expect(readEnv(environment({})).purge).toBeUndefined()
  })
})

describe('scheduled backups', () => {
  test.each([
    [{ BACKUP_AT: '2:30', BACKUP_DIR: '/b' }, '  BACKUP_AT: must be a time of the day such as 02:30'],
    [{ BACKUP_AT: '24:00', BACKUP_DIR: '/b' }, '  BACKUP_AT: must be a time of the day'],
    [{ BACKUP_AT: '02:30' }, '  BACKUP_DIR: must be set if BACKUP_AT is set'],
    [{ BACKUP_DIR: '/b' }, '  BACKUP_AT: must be set if BACKUP_DIR is set'],
    [{ BACKUP_AT: '02:30', BACKUP_DIR: 'data/backups' }, '  BACKUP_DIR: must not be within the folders of the site'],
    [{ BACKUP_AT: '02:30', BACKUP_DIR: './uploads' }, '  BACKUP_DIR: must not be within'],
    [
      { BACKUP_AT: '02:30', BACKUP_DIR: '/b', BACKUP_PASSPHRASE: 'short' },
      '  BACKUP_PASSPHRASE: must have at least 12',
    ],
    [
      { BACKUP_AT: '02:30', BACKUP_DIR: '/b', BACKUP_PASSPHRASE_FILE: '/missing' },
      '  BACKUP_PASSPHRASE_FILE: cannot be read',
    ],
  ])('%j: refused, %s', (source, line) => {
    expect(() => readEnv(environment(source))).toThrow(line)
  })

  test('a time and a folder, beside those of the site as well', () => {
    const source = { BACKUP_AT: '02:30', BACKUP_DIR: '/srv/data-backups', DATA_DIR: '/srv/data' }
    expect(readEnv(environment(source)).backup).toEqual({ at: 150, folder: '/srv/data-backups', passphrase: undefined })
    // The backup command uses it without a schedule.
    expect(readEnv(environment({ BACKUP_PASSPHRASE: 'x' })).backup).toBeUndefined()
  })
})

function environment(source: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_ENV: 'test', ...source }
}

describe('roles that are refused', () => {
  test.each([
    [{ ROLE: 'primary' }, '  ROLE: must be one of writer, standby, reader'],
    [
      { ROLE: 'standby', STORAGE: 's3://site', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
      '  ROLE: must be writer or reader if STORAGE is a bucket',
    ],
    [{ ROLE: 'reader', CACHE_DIR: 'data/cache' }, '  CACHE_DIR: must not be within the folders of the site'],
    [{ WATCH: 'never' }, '  WATCH: must be one of auto, poll'],
  ])('%j: names %s', (source, line) => {
    expect(() => readEnv(environment(source))).toThrow(line)
  })
})

test.each([
  [{ METRICS_PORT: 'x' }, 'METRICS_PORT: must be a port number'],
  [{ METRICS_PORT: '3000' }, 'METRICS_PORT: must not be the port of the site'],
])('%j: an error that says what is wrong', (source, line) => {
  expect(() => readEnv(environment(source))).toThrow(line)
})

test('metrics listen on loopback unless told, and only if told', () => {
  expect(readEnv(environment({})).metrics).toBeUndefined()
  expect(readEnv(environment({ METRICS_PORT: '9464' })).metrics).toEqual({ port: 9464, host: '127.0.0.1' })
})

test.each([
  [{}, 0],
  [{ ROLE: 'reader' }, 5_000],
  [{ STORAGE: 's3://site/main', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }, 5_000],
  [{ STORAGE: 's3://site/main', AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b', STOP_DELAY: '0.5' }, 500],
])('%j: serves on for %i ms after it was asked to stop', (source, stopDelay) => {
  expect(readEnv(environment(source)).stopDelay).toBe(stopDelay)
})

test.each(['-1', '61', 'soon'])('STOP_DELAY=%s: refused', (STOP_DELAY) => {
  expect(() => readEnv(environment({ STOP_DELAY }))).toThrow('STOP_DELAY: must be a number of seconds from 0 to 60')
})
