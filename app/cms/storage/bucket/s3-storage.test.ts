import { startMemoryS3 } from '#test/s3/memory-s3.ts'
import { openS3UnderTest } from '#test/s3/s3-under-test.ts'
import { describeStorage } from '#test/storage-contract.ts'

describeStorage('a store that speaks S3', async () => {
  const store = await startMemoryS3()
  const subject = await openS3UnderTest(store.endpoint)
  return {
    ...subject,
    async dispose() {
      await subject.dispose()
      await store.stop()
    },
  }
})
