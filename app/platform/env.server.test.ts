import { describe, expect, test } from 'vitest'
import { readEnv } from './env.server.ts'

describe('mail settings that are refused', () => {
  test.each([
    [{ SMTP_URL: 'smtp://mail.example.com' }, '  CONTACT_TO: must be set where SMTP_URL is'],
    [{ CONTACT_TO: 'info@example.com' }, '  SMTP_URL: must be set where CONTACT_TO or CONTACT_FROM is'],
    [{ CONTACT_FROM: 'web@example.com' }, '  SMTP_URL: must be set where CONTACT_TO or CONTACT_FROM is'],
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
    [{ PORT: 'x', SMTP_URL: 'x' }, '\n  CONTACT_TO: must be set where SMTP_URL is'],
  ])('%j: names %s', (source, line) => {
    expect(() => readEnv(environment(source))).toThrow(line)
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

function environment(source: Record<string, string>): NodeJS.ProcessEnv {
  return { NODE_ENV: 'test', ...source }
}
