import { expect, test } from 'vitest'
import { withBoundUnits } from './bound-units.ts'

test.each([
  ['up to 33 KV, at 90 °C', 'up to 33\u00a0KV, at 90\u00a0°C'],
  ['190 °C, 2.16 kg', '190\u00a0°C, 2.16\u00a0kg'],
  ['1.8 to 2.0 mm; 7 J per millimetre', '1.8 to 2.0\u00a0mm; 7\u00a0J per millimetre'],
  ['HF 60 S, IS 7098 Part 2, 12 months', 'HF 60 S, IS 7098 Part 2, 12 months'],
])('%s', (text, expected) => {
  expect(withBoundUnits(text)).toBe(expected)
})
