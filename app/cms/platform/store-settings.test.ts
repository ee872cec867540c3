import { expect, test } from 'vitest'
import { readEnv } from './env.server.ts'

const KEYS = { AWS_ACCESS_KEY_ID: 'key', AWS_SECRET_ACCESS_KEY: 'secret' }

test.each([
  [{ STORAGE: 's3://', ...KEYS }, '  STORAGE: must be disk, or a bucket'],
  [{ STORAGE: 's3://site/../other', ...KEYS }, '  STORAGE: must be disk, or a bucket'],
  [{ STORAGE: 's3://site' }, '  AWS_ACCESS_KEY_ID: must be set if STORAGE is a bucket'],
  [{ STORAGE: 's3://site', AWS_ACCESS_KEY_ID: 'key' }, '  AWS_SECRET_ACCESS_KEY: must be set'],
  [{ STORAGE: 's3://site', ...KEYS, S3_ENDPOINT: 'ceph:7480' }, '  S3_ENDPOINT: must be an address'],
  [
    { STORAGE: 's3://site', ...KEYS, AWS_SECRET_ACCESS_KEY: undefined, AWS_SECRET_ACCESS_KEY_FILE: '/none' },
    'cannot be read',
  ],
])('%j is refused', (source, line) => {
  expect(() => readEnv({ NODE_ENV: 'test', ...source })).toThrow(line)
})

test('a bucket at a provider of its own, with several gateways, and at AWS', () => {
  const own = { STORAGE: 's3://site/main', S3_ENDPOINT: 'http://10.0.0.5:7480, http://10.0.0.6:7480', ...KEYS }
  expect(readEnv({ NODE_ENV: 'test', ...own }).store).toMatchObject({
    buckets: ['http://10.0.0.5:7480/site', 'http://10.0.0.6:7480/site'],
    prefix: 'main/',
  })
  const aws = { STORAGE: 's3://site', AWS_REGION: 'ap-south-1', ...KEYS }
  expect(readEnv({ NODE_ENV: 'test', ...aws }).store).toMatchObject({
    buckets: ['https://site.s3.ap-south-1.amazonaws.com'],
    prefix: '',
  })
  expect(readEnv({ NODE_ENV: 'test', STORAGE: 'disk' }).store).toBeUndefined()
})
