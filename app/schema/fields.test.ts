import { describe, expect, test, vi } from 'vitest'
import { line, optionalLine, optionalText, text } from './fields.ts'

describe('a text', () => {
  test.each([
    ['\u000b', 'a line break of word processors'],
    ['\u0000', 'NUL'],
    ['\u0085', 'a control character of Latin 1'],
    ['\ud83e', 'half of a pair'],
    ['\uffff', 'a noncharacter'],
  ])('with %j, %s: refused by name, in every kind of field', (character) => {
    for (const field of [line('Title'), text('Title'), optionalText('Title')]) {
      const { error } = field.safeParse(`Cables${character} for ships`)
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'Title has an invisible character that cannot be stored. Copied text can contain such characters. Type the text again',
      ])
    }
  })

  test.each(['Cafe\u0301\tn\u0303\n½', '👩🏽‍🔬🇮🇳 \u{20bb7}', 'पॉलिमर \u2066x\u2069 \u200d'])(
    '%j: kept as it is',
    (value) => {
      expect(text('Title').parse(value)).toBe(value)
    },
  )

  test('line breaks of forms: kept as those of files', () => {
    expect(text('Title').parse('a\r\nb\rc')).toBe('a\nb\nc')
    expect(line('Title').safeParse('a\r\nb').error?.issues[0]?.message).toBe('Title must not contain line breaks')
  })
})

test.each([line('Name', 10), text('Name', 10), optionalLine('Name', 10), optionalText('Name', 10)])(
  'a text that is too long: refused for that alone, and looked at no further',
  (field) => {
    const laterRule = vi.fn(() => false)
    const { error } = field.refine(laterRule, 'Refused').safeParse('x'.repeat(11))
    expect(error?.issues.map(({ message }) => message)).toEqual(['Name has 11 characters; the limit is 10'])
    expect(laterRule).not.toHaveBeenCalled()
  },
)
