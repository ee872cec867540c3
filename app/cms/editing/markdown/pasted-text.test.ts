import { expect, test } from 'vitest'
import { markdownOfPasted } from './pasted-text.ts'

test.each([
  ['paragraphs', 'One line.\r\nTwo lines.\r\n', 'One line.\n\nTwo lines.\n'],
  ['paragraphs with empty lines', 'One.\n\n\n\nTwo.', 'One.\n\nTwo.'],
  ['a list', 'We make:\r\n•\tPVC\r\n•\tXLPE\r\nAnd more.', 'We make:\n\n- PVC\n- XLPE\n\nAnd more.'],
  ['a list of the second level', '·\tPVC\r\no\tSoft', '- PVC\n- Soft'],
  ['a numbered list', '1.\tDry\n2.\tMix\n10)\tPack', '1. Dry\n2. Mix\n10. Pack'],
  ['lines broken by hand', 'Plot 1\vGoa', 'Plot 1\n\nGoa'],
  ['a range and a minus sign', '1991–2002\n- kept', '1991–2002\n\n- kept'],
  ['a sentence that begins with a small o', 'o ring seals', 'o ring seals'],
  ['Hindi', 'पहला\nदूसरा', 'पहला\n\nदूसरा'],
  ['one line', 'one line', 'one line'],
])('%s', (_, pasted, expected) => {
  expect(markdownOfPasted(pasted)).toBe(expected)
})
