import { expect, test, vi } from 'vitest'
import { z } from 'zod'

for (const module of ['./fields.ts', './define-section.ts']) {
  test(`${module}: zod makes no functions from texts`, async () => {
    z.config({ jitless: false })
    vi.resetModules()
    await import(module)
    expect(z.config().jitless).toBe(true)
  })
}
