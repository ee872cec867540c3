import { expect, test } from 'vitest'
import { isInClass, standardsIn, voltageRange } from './text-values.ts'

test.each([
  ['Insulation of building wires to EN 50363-7', ['EN 50363-7']],
  ['Insulation up to 33 KV, IS 7098 Part 2, IEC 60502-2', ['IS 7098 Part 2', 'IEC 60502-2']],
  [
    'Values to ASTM D792, ASTM D1238 (190 °C, 2.16 kg) and ASTM D638. Not a specification.',
    ['ASTM D792', 'ASTM D1238', 'ASTM D638'],
  ],
  ['ITU-T G.652.D or G.657.A1', ['ITU-T G.652.D']],
  ['Type A of IS 5831 and ST2 of IS 5831', ['IS 5831']],
  ['It IS good for 5 ISLANDS', []],
])('standards in “%s”', (text, standards) => {
  expect(standardsIn(text)).toEqual(standards)
})

test.each([
  ['up to 1.1 KV', 0, 1.1],
  ['above 1.1 KV up to 33 KV', 1.1, 33],
  ['66 KV and above', 66, Infinity],
  ['1.1–33 KV', 1.1, 33],
  ['Medium voltage cores up to 33 kV, low oil separation', 0, 33],
  ['House wires and 1.1 KV cables, Type A of IS 5831', 1.1, 1.1],
])('voltages in “%s”', (text, from, to) => {
  expect(voltageRange(text)).toMatchObject({ from, to })
})

test('a text without a voltage: none', () => {
  expect(voltageRange('5 kg at 190 °C')).toBeUndefined()
})

test('a class: holds what is for its highest voltage, not what is for the one where it begins', () => {
  const [low, medium, high] = ['up to 1.1 KV', 'above 1.1 KV up to 33 KV', '66 KV and above'].map(voltageRange)
  const classesOf = (text: string) => {
    const range = voltageRange(text)
    return [low, medium, high].map((one) => range && one && isInClass(range, one))
  }
  expect(classesOf('up to 1.1 KV')).toEqual([true, false, false])
  expect(classesOf('up to 33 KV')).toEqual([false, true, false])
  expect(classesOf('66 KV and above')).toEqual([false, false, true])
  expect(classesOf('132 KV')).toEqual([false, false, true])
  expect(classesOf('45 KV')).toEqual([false, false, false])
})
