import { expect, test, vi } from 'vitest'

test('vi.waitFor and vi.waitUntil wait longer than their second by default', async () => {
  const end = performance.now() + 1_200
  const isOver = () => performance.now() > end
  await Promise.all([
    vi.waitFor(() => {
      expect(isOver()).toBe(true)
    }),
    vi.waitUntil(isOver),
  ])
})
