import { afterAll, beforeAll } from 'vitest'
import { describeStorage } from '#test/storage-contract.ts'
import { openS3UnderTest } from './s3-under-test.ts'
import { startCeph, type Ceph } from './start-ceph.ts'

let ceph: Ceph

beforeAll(async () => {
  ceph = await startCeph()
}, 120_000)

afterAll(() => ceph.stop())

describeStorage('Ceph', () => openS3UnderTest(ceph.endpoints[0] ?? ''))
