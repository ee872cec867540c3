import { expect, test } from 'vitest'
import { collectGarbage } from './collect-garbage.ts'

test('what nothing refers to is collected, at each call', async () => {
  for (let call = 0; call < 2; call += 1) {
    const unused = new WeakRef({ text: 'unused' })
    await collectGarbage()
    expect(unused.deref()).toBeUndefined()
  }
})
