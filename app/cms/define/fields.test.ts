import { describe, expect, test, vi } from 'vitest'
import { line, link, optionalLine, optionalLink, optionalText, text } from './fields.ts'

const required = [line('Title'), text('Title')]
const optional = [optionalLine('Title'), optionalText('Title')]

describe('a text that was copied from another program', () => {
  test.each([
    ['\u000b', 'the line break of word processors'],
    ['\u0085', 'the line break of mainframes'],
    ['\u2028', 'the line separator'],
    ['\u2029', 'the paragraph separator'],
    ['\r', 'the line break of old Macs'],
  ])('with %j, %s: a line break, or a space on one line', (character) => {
    expect(text('Title').parse(`line one${character}line two`)).toBe('line one\nline two')
    expect(optionalText('Title').parse(`line one${character}line two`)).toBe('line one\nline two')
    expect(line('Title').parse(`line one ${character}${character} line two`)).toBe('line one line two')
    expect(optionalLine('Title').parse(`line one${character}line two`)).toBe('line one line two')
  })

  test.each(['\u0000', '\u000c', '\u001b', '\u007f', '\u009f', '\uffff'])('with %j: it vanishes', (character) => {
    for (const field of [...required, ...optional]) expect(field.parse(`Cab${character}les`)).toBe('Cables')
  })

  test.each(['\u200b', '\u00ad', '\u2060', '\ufeff', '\u3164', '\u115f', '\u2800', '\u200d', '\u200e'])(
    'with %j at its ends: without it',
    (character) => {
      for (const field of [...required, ...optional]) {
        expect(field.parse(`${character} ${character}Cables${character} ${character}`)).toBe('Cables')
      }
      expect(text('Title').parse(`one${character}\n${character}two`)).toBe('one\ntwo')
    },
  )

  test('a telephone number of a list of contacts: without the characters that set its direction', () => {
    expect(line('Mobile').parse('\u202a+91 832 1234\u202c')).toBe('+91 832 1234')
  })

  test('a long text of spaces and invisible characters: in linear time', () => {
    const begin = performance.now()
    text('Title', 100).safeParse(`a${' \u200b'.repeat(200_000)}b`)
    line('Title', 100).safeParse(`a${' \u200b'.repeat(200_000)}b`)
    expect(performance.now() - begin).toBeLessThan(2000)
  })
})

test.each([
  '\u200b',
  '\u00ad',
  '\u2060',
  '\u3164',
  '\u115f',
  '\u2800',
  '\u00a0',
  '\ufeff',
  '\u202e',
  '\ufe0f',
  '\u0000',
])('a text of only %j: is missing', (character) => {
  for (const field of required) {
    const { error } = field.safeParse(`${character}\n ${character}${character}`)
    expect(error?.issues.map(({ message }) => message)).toEqual(['Enter title'])
  }
  for (const field of optional) expect(field.parse(character.repeat(3))).toBe('')
})

describe('a text', () => {
  test.each([
    'Cafe\u0301\tn\u0303\n½',
    '👩🏽‍🔬🇮🇳 \u{20bb7}',
    'पॉलिमर \u2066x\u2069 क्\u200dष',
    'می\u200cخواهم',
    'അവന്\u200d',
    'ok \u2764\ufe0f',
    '\u{1f3f4}\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}',
    '\u0601١٢',
    'two  \nspaces before a line break, and\n    an indent',
  ])('%j: kept as it is', (value) => {
    expect(text('Title').parse(value)).toBe(value)
  })

  test('with half of a character: refused with the words around it', () => {
    for (const field of [...required, ...optional]) {
      const { error } = field.safeParse('Cables \ud83e for ships')
      expect(error?.issues.map(({ message }) => message)).toEqual([
        'Title has a damaged character that cannot be stored, at ▯ in “Cables ▯ for ships”. Delete it and type it again',
      ])
    }
  })

  test('line breaks of forms: kept as those of files', () => {
    expect(text('Title').parse('a\r\nb\rc')).toBe('a\nb\nc')
    expect(line('Title').parse('a\r\nb')).toBe('a b')
  })
})

describe('a link', () => {
  test.each([
    ['HTTPS://EXAMPLE.COM', 'https://example.com'],
    ['Https://User@Example.Com/A?B#C', 'https://user@example.com/A?B#C'],
    ['https://example.com/a\u200b', 'https://example.com/a'],
    ['https://exam\u00adple.com/\u2060a b', 'https://example.com/a%20b'],
    ['tel:+91 832 123', 'tel:+91832123'],
    ['TEL: +91\u00a0832', 'tel:+91832'],
    ['mailto:a@b.c?subject=Hi there', 'mailto:a@b.c?subject=Hi%20there'],
    ['Mailto:A@b.c', 'mailto:A@b.c'],
    ['/products\u200b', '/products'],
    ['#stats', '#stats'],
  ])('%j: becomes %j', (typed, stored) => {
    expect(link('Link').parse(typed)).toBe(stored)
    expect(optionalLink('Link').parse(typed)).toBe(stored)
  })

  test.each([
    ['www.example.com', '. Type https://www.example.com'],
    ['http://example.com', '. Type https://example.com'],
    ['//example.com/a', '. Type https://example.com/a'],
    ['products', '. Type /products'],
    ['info@example.com', '. Type mailto:info@example.com'],
    ['+91 832 123', '. Type tel:+91832123'],
    ['javascript:alert(1)', ''],
    ['https:\\\\example.com', ''],
    ['java\u200bscript:alert(1)', ''],
  ])('%j: refused, with what to type if it can be guessed', (typed, advice) => {
    for (const field of [link('Link'), optionalLink('Link')]) {
      expect(field.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
        `Link must be a path such as /products, or an address that starts with https://, mailto: or tel:${advice}`,
      ])
    }
  })

  test('of invisible characters only: is missing, or empty', () => {
    expect(link('Link').safeParse('\u200b').error?.issues[0]?.message).toBe('Enter link')
    expect(optionalLink('Link').parse('\u200b')).toBe('')
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

test.each([link('Link'), optionalLink('Link')])(
  'a link that grows beyond the limit when its spaces are encoded: refused',
  (field) => {
    const fits = `/${'a '.repeat(120)}b`
    expect(field.parse(field.parse(fits))).toBe(`/${'a%20'.repeat(120)}b`)
    expect(field.safeParse(`/${'a '.repeat(200)}b`).success).toBe(false)
  },
)
