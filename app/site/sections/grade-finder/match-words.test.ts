import { describe, expect, test } from 'vitest'
import { selectionWith } from '#app/site/addresses/grade-selection.ts'
import { standardPieces } from '#app/site/collections/grades/standards.ts'
import { otherWords } from '#app/site/sections/search-words/content-synonyms.ts'
import { createTestSite } from '#test/create-test-site.ts'
import { findGrades } from './find-grades.ts'
import { gradeIndex } from './grade-index.server.ts'

const site = await createTestSite()
const shipped = site.service(gradeIndex).listed()

function asked(words: string, grades = shipped) {
  const { fitting, unknown } = findGrades(grades, selectionWith({ words }), site.service(otherWords))
  const titles = (found: typeof fitting) => found.map(({ value }) => value.title).toSorted()
  return { fitting: titles(fitting), unknown: titles(unknown) }
}

const HFFR = ['HF 30 B', 'HF 40 I', 'HF 55 UV', 'HF 60 S', 'HF 62 M']
const XLPE = ['XL 11 S', 'XL 11 UV', 'XL 33 P', 'XS 30 B', 'XS 35 E']
const PE = ['PE 92 N', 'PE 93 B', 'PE 94 B', 'PE 94 T', 'PE 95 B']
const PIPE = ['PC 95 T', 'PC 95 W', 'PC 94 C', 'PC 95 R']
const SETS = ['3L 80', '3L 80 W', '3L 80 C', '3L 80 R']
// AD 60 is for coatings of two layers, which are not in ISO 21809-1.
const ADHESIVES = ['AD 80', 'AD 80 F', 'AD 80 P']
const LOOSE = ['AC 12', 'AC 24', 'AC 48', 'AC 96', 'AC 144', 'DC 24', 'DC 48', 'DC 96', 'DC 144', 'DC 288']
const DUCT = ['DC 24', 'DC 48', 'DC 96', 'DC 144', 'DC 288']
const DROPS = ['FD 1', 'FD 2', 'FD 1 S', 'FD 4 S']
const IS_5831 = ['PV 70 A', 'PV 85 C', 'PV 70 S', 'PV 90 S']
const IEC_60502_1 = ['HF 60 S', 'PV 90 S', 'PE 94 B']
const LOW = ['CF 90', 'CF 100', 'PV 70 A', 'XL 11 S']
const MEDIUM = ['CF 95', 'CF 100', 'XL 33 P']
const AT_90 = ['PV 90 S', 'PV 90 L', ...XLPE]

/** What engineers ask, and the grades that are exactly right, by what is said of them in the content. */
const QUESTIONS: Record<string, [string, string[]][]> = {
  'standards in all spellings': [
    ['IS 5831', IS_5831],
    ['IS:5831', IS_5831],
    ['IS-5831', IS_5831],
    ['I.S. 5831', IS_5831],
    ['5831', IS_5831],
    ['IS 5831-1984', IS_5831],
    ['IS 5831 : 1984', IS_5831],
    ['IEC 60502', [...IEC_60502_1, 'XL 33 P']],
    ['iec60502', [...IEC_60502_1, 'XL 33 P']],
    ['IEC 60502-1', IEC_60502_1],
    ['60502-1', IEC_60502_1],
    ['IEC60502-1:2021', IEC_60502_1],
    ['IEC 60502-1 (2004)', IEC_60502_1],
    ['IEC 60502-1 Ed. 3', IEC_60502_1],
    ['IEC 60502-1:2004+A1:2009', IEC_60502_1],
    ['IEC 60502 part 1', IEC_60502_1],
    ['IEC 60502-2', ['XL 33 P']],
    ['IS 7098', ['XL 11 S', 'XL 33 P']],
    ['IS 7098 (Part 1)', ['XL 11 S']],
    ['IS 7098 (Part 1) - 1988', ['XL 11 S']],
    ['IS 7098-2', ['XL 33 P']],
    ['EN 50363', ['HF 40 I']],
    ['EN 50363-7', ['HF 40 I']],
    ['EN50363-7', ['HF 40 I']],
    ['BS EN 50363-7', ['HF 40 I']],
    ['EN 50363-5', []],
    ['ISO 21809-1', [...PIPE, ...ADHESIVES, ...SETS]],
    ['EN ISO 21809-1', [...PIPE, ...ADHESIVES, ...SETS]],
    ['DIN EN ISO 21809-1:2018', [...PIPE, ...ADHESIVES, ...SETS]],
    ['ISO 21809-2', []],
    ['DIN 30670', PIPE],
    ['DIN30670', PIPE],
    ['ITU-T G.657', [...DUCT, ...DROPS]],
    ['G.657.A2', DROPS],
    ['ITU-T G.652.D', LOOSE],
    ['IEC 60794-3-10', LOOSE],
  ],
  'standards and methods that no grade meets': [
    ['IS 1554', []],
    ['BS 7655', []],
    ['BS 7655-4.2', []],
    ['UL 94 V-0', []],
    ['ASTM D1248', []],
    ['IEC 60811-501', []],
    ['ASTM D638', []],
    ['IEC 60754-1', []],
  ],
  'types and classes': [
    ['IS 5831 ST2', ['PV 90 S']],
    ['is5831 st 2', ['PV 90 S']],
    ['IS5831ST2', ['PV 90 S']],
    ['IS 5831:1984 Type ST2', ['PV 90 S']],
    ['ST2 of IS 5831', ['PV 90 S']],
    ['ST2', ['PV 90 S']],
    ['ST 2', ['PV 90 S']],
    ['type ST2 sheath', ['PV 90 S']],
    ['IS 5831 Type A', ['PV 70 A']],
    ['IS 5831 A', ['PV 70 A']],
    ['Type A', ['PV 70 A']],
    ['type C', ['PV 85 C']],
    ['IS 5831 Type C', ['PV 85 C']],
    ['IS 5831 ST1', ['PV 70 S']],
    ['IS 5831 ST3', []],
    ['IEC 60502-1 ST8', ['HF 60 S']],
    ['ST8 to IEC 60502-1', ['HF 60 S']],
    ['IEC 60502 ST8', ['HF 60 S']],
    ['IEC 60502 ST7', ['PE 94 B']],
    ['60502-1 ST7', ['PE 94 B']],
    ['IEC 60502-1 ST1', []],
    ['IEC 60502-2 ST8', []],
  ],
  'several standards': [
    ['IS 5831 ST2 and IEC 60502-1', ['PV 90 S']],
    ['IEC 60502-1, IS 7098', []],
    ['G.652.D and G.657.A1', DUCT],
  ],
  voltages: [
    ['33 kV', MEDIUM],
    ['33KV', MEDIUM],
    ['11 kV', MEDIUM],
    ['6.35/11 (12) kV', MEDIUM],
    ['medium voltage', MEDIUM],
    ['1.1 kV', LOW],
    ['1.1kV', LOW],
    ['1,1 kV', LOW],
    ['0.6/1 kV', LOW],
    ['650/1100 V', LOW],
    ['low voltage', LOW],
    ['66 KV', ['CF 105 W']],
    ['132kV', ['CF 105 W']],
    ['extra high voltage', ['CF 105 W']],
    ['45 kV', []],
  ],
  temperatures: [
    ['90 °C', AT_90],
    ['90C', AT_90],
    ['90 deg C', AT_90],
    ['85 °C', ['PV 85 C']],
    ['70 °C', ['PV 70 A', 'PV 70 S']],
    ['105 °C', []],
    ['−40 °C', ['3L 80 C', 'PC 94 C']],
    ['-40C', ['3L 80 C', 'PC 94 C']],
    ['up to 60 °C', ['AD 60']],
  ],
  'cure, fire, layers and colours': [
    ['XLPE', [...XLPE, 'PV 90 S']],
    ['sioplas', ['XL 11 S', 'XL 11 UV']],
    ['moisture cured', ['XL 11 S', 'XL 11 UV']],
    ['peroxide', ['XL 33 P', 'XS 30 B', 'XS 35 E']],
    ['HFFR', HFFR],
    ['LSZH', HFFR],
    ['LS0H', HFFR],
    ['zero halogen', HFFR],
    ['halogen free', HFFR],
    ['LSZH sheath', ['HF 55 UV', 'HF 60 S', 'HF 62 M']],
    ['halogen-free insulation', ['HF 40 I']],
    ['FRLS', ['PV 90 L']],
    ['FR-LSH', ['PV 90 L']],
    ['FR LSH', ['PV 90 L']],
    ['semiconducting screen', ['XS 30 B', 'XS 35 E']],
    ['black sheath', ['HF 55 UV', 'PE 93 B', 'PE 94 B', 'PE 95 B']],
    ['natural insulation', ['PE 92 N']],
    ['grey', []],
    ['PE', PE],
    ['HDPE', [...PIPE, 'PE 95 B']],
    ['antitracking', ['PE 94 T']],
    ['adss', ['AD-S 12', 'AD-S 24', 'AD-S 48', 'AD-S 96', 'AD-S 48 L', 'PE 94 T']],
  ],
  'several of these': [
    ['IS 5831 sheath', ['PV 70 S', 'PV 90 S']],
    ['sheath to IS 5831', ['PV 70 S', 'PV 90 S']],
    ['IS 5831 90 °C', ['PV 90 S']],
    ['IEC 60502-2 33 kV', ['XL 33 P']],
    ['IEC 60502-1 zero halogen sheath', ['HF 60 S']],
    ['33 kV XLPE insulation', ['XL 33 P']],
    ['1.1 kV silane insulation', ['XL 11 S']],
    ['We need a sheath compound for XLPE cables', ['PV 90 S']],
    ['no such words', []],
    ['केबल XYZ', []],
  ],
  properties: [
    ['hot set', XLPE],
    ['LOI', HFFR],
    ['limiting oxygen index', HFFR],
    ['peel strength', ['AD 60', ...ADHESIVES, ...SETS]],
  ],
  'names in odd spellings': [
    ['PV 90 S', ['PV 90 S']],
    ['pv90s', ['PV 90 S']],
    ['PV-90-S', ['PV 90 S']],
    ['pv_90 s', ['PV 90 S']],
    ['hf-60', ['HF 60 S']],
    ['3l80', SETS],
    ['ads 48', ['AD-S 48', 'AD-S 48 L']],
    ['XL33P', ['XL 33 P']],
  ],
}

describe.each(Object.entries(QUESTIONS))('%s', (_what, questions) => {
  test.each(questions)('%s', (words, expected) => {
    expect(asked(words)).toEqual({ fitting: expected.toSorted(), unknown: [] })
  })
})

describe('a part of a standard, of which a grade says none', () => {
  const grades = shipped.map((grade) =>
    grade.value.title === 'PE 94 B'
      ? { ...grade, standards: [standardPieces({ standard: 'IEC 60502', part: '', type: 'ST7' })] }
      : grade,
  )
  test.each<[string, string[], string[]]>([
    ['IEC 60502', [...IEC_60502_1, 'XL 33 P'], []],
    ['IEC 60502 ST7', ['PE 94 B'], []],
    ['IEC 60502-1', ['HF 60 S', 'PV 90 S'], ['PE 94 B']],
    ['IEC 60502-2', ['XL 33 P'], ['PE 94 B']],
    ['IEC 60502-1 ST7', [], ['PE 94 B']],
    ['IEC 60502-1 ST8', ['HF 60 S'], []],
    ['IEC 60502-2 black sheath', [], ['PE 94 B']],
  ])('%s: apart from those that say it', (words, fitting, unknown) => {
    expect(asked(words, grades)).toEqual({ fitting: fitting.toSorted(), unknown })
  })
})

test('two standards of a grade: a type is that of the standard that is asked for', () => {
  const [grade] = shipped
  if (!grade) throw new Error('There are grades')
  const standards = [
    standardPieces({ standard: 'IS 5831', part: '', type: 'ST1' }),
    standardPieces({ standard: 'IEC 60502', part: '1', type: 'ST2' }),
  ]
  const grades = [{ ...grade, standards }]
  expect(asked('IS 5831 ST1', grades).fitting).toHaveLength(1)
  expect(asked('IS 5831 ST2', grades).fitting).toEqual([])
  expect(asked('ST2 of IS 5831', grades).fitting).toEqual([])
  expect(asked('ST2', grades).fitting).toHaveLength(1)
})
