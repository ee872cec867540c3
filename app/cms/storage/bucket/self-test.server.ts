import { randomUUID } from 'node:crypto'
import type { S3Client } from './s3-client.server.ts'
import { S3Refused } from './s3-request.server.ts'

const FOLDER = 'self-test'

/**
 * Checks that a store does what every save depends on: it creates an object only once, and replaces it only while it
 * has the given ETag. Finds out whether the store wants that ETag in quotes. Rejects with S3Refused, whose message says
 * what to do, or with S3Unavailable.
 */
export async function testStore(client: S3Client): Promise<void> {
  const key = `${FOLDER}/${randomUUID()}`
  try {
    const created = await client.put(key, Buffer.from('1'), 'absent')
    if (created === 'conflict') throw refusedFor('a new object as if it existed')
    if ((await client.put(key, Buffer.from('2'), 'absent')) !== 'conflict') {
      throw refusedFor('a second creation of an object, and ignored If-None-Match')
    }
    if ((await client.put(key, Buffer.from('2'), { ifMatch: '0123456789abcdef0123456789abcdef' })) !== 'conflict') {
      throw refusedFor('a replacement of another version, and ignored If-Match')
    }
    for (const quotesTags of [true, false]) {
      client.sender.quotesTags = quotesTags
      if ((await client.put(key, Buffer.from('3'), { ifMatch: created.etag })) !== 'conflict') return
    }
    throw new S3Refused(
      'The store refuses If-Match with the ETag that it returned. Use another store or a newer version of it',
    )
  } finally {
    await client.remove(key).catch(() => undefined)
  }
}

function refusedFor(what: string) {
  return new S3Refused(
    `The store accepted ${what}. Two nodes would overwrite each other's saves. Use a store with conditional writes: AWS S3, Cloudflare R2, Ceph, MinIO or SeaweedFS, each in a current version`,
  )
}
