import { EventEmitter } from 'node:events'
import { expect, test } from 'vitest'
import { UnreadBodies } from './unread-bodies.ts'

test('readers of one body: its bytes count once, until the last of them has read it or is gone', () => {
  const unread = new UnreadBodies()
  const body = Buffer.alloc(1_000)
  const [one, other] = [new EventEmitter(), new EventEmitter()]
  unread.add(body, one)
  unread.add(body, other)
  unread.add(Buffer.alloc(10), other)
  expect(unread.bytes).toBe(1_010)
  one.emit('drain')
  one.emit('close')
  expect(unread.bytes).toBe(1_010)
  other.emit('close')
  expect(unread.bytes).toBe(0)
})
