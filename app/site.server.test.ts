import { expect, test, vi } from 'vitest'
import { createTestSite } from '#test/create-test-site.ts'
import * as housekeeping from './housekeeping/housekeeping.server.ts'
import { createSite } from './site.server.ts'

// The last service that is opened. Damaged files do not prevent a service from opening: only an unexpected error does.
vi.mock(import('./housekeeping/housekeeping.server.ts'), { spy: true })

test('a site that cannot be opened gives its lock back, and opens once the cause is gone', async () => {
  vi.mocked(housekeeping.openHousekeeping).mockRejectedValueOnce(new Error('too many open files'))
  const site = await createTestSite({
    prepare: (env) => expect(createSite(env)).rejects.toThrow('too many open files'),
  })
  expect(site.isReader).toBe(false)
})
