import { expect, test } from 'vitest'
import { startMemoryS3 } from '#test/s3/memory-s3.ts'
import { makeBucket } from '#test/s3/s3-under-test.ts'
import { partsOf } from './list-parts.ts'
import { S3Client } from './s3-client.server.ts'

const keyOf = (number: number) => `data/ä-${number}.json`

test('a folder that is listed in parts of what was known: every object once, also those that came or went since', async () => {
  const store = await startMemoryS3({ pageSize: 3 })
  const client = new S3Client(await makeBucket([store.endpoint]))
  const known = Array.from({ length: 23 }, (_, number) => keyOf(number))
  const came = ['data/a.json', 'data/z.json', 'data/ä-15-new.json', 'data/ü.json', 'data/\u{1f600}.json']
  const present = [...known.filter((key) => key !== keyOf(14) && key !== keyOf(5)), ...came]
  for (const key of [...present, 'other/a.json']) await client.put(key, Buffer.from('1'))
  const parts = partsOf(known, 5)
  expect(parts).toHaveLength(5)
  const listed: string[] = []
  for (const part of parts) for await (const { key } of client.list('data/', part)) listed.push(key)
  expect(listed).toHaveLength(present.length)
  expect(new Set(listed)).toEqual(new Set(present))
  client.close()
  await store.stop()
})

test('few known keys, or none: one list', () => {
  expect([partsOf([], 5), partsOf(['a', 'b'], 5)]).toEqual([[{}], [{}]])
})
