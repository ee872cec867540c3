import { describe, expect, test } from 'vitest'
import { ifNoneMatchCases } from '#test/if-none-match-cases.ts'
import { etagOf, matchesIfMatch, matchesIfNoneMatch } from './etag.ts'

test('a version: becomes a strong tag that both conditions know again', () => {
  expect(etagOf('abc')).toBe('"abc"')
  expect(matchesIfMatch(etagOf('abc'), 'abc')).toBe(true)
  expect(matchesIfNoneMatch(etagOf('abc'), 'abc')).toBe(true)
})

describe('If-Match lets the write go on', () => {
  test.each([
    { header: 'abc', version: 'abc', goesOn: false, why: 'unquoted' },
    { header: '"abc', version: 'abc', goesOn: false, why: 'unclosed' },
    { header: '"abc" "x"', version: 'abc', goesOn: false, why: 'list without comma' },
    { header: '"abc", nonsense', version: 'abc', goesOn: false, why: 'half a list' },
    { header: '', version: 'abc', goesOn: false, why: 'empty' },
    { header: 'W/"abc"', version: 'abc', goesOn: false, why: 'weak' },
    { header: 'w/"abc"', version: 'abc', goesOn: false, why: 'the mark of weakness is case-sensitive' },
    { header: '"old"', version: 'abc', goesOn: false, why: 'another version' },
    { header: '"ABC"', version: 'abc', goesOn: false, why: 'another case' },
    { header: '*', version: undefined, goesOn: false, why: 'nothing there' },
    { header: '"abc"', version: undefined, goesOn: false, why: 'nothing there' },
    { header: null, version: undefined, goesOn: true, why: 'no condition' },
    { header: null, version: 'abc', goesOn: true, why: 'no condition' },
    { header: '*', version: 'abc', goesOn: true, why: 'anything there' },
    { header: ' * ', version: 'abc', goesOn: true, why: 'anything there' },
    { header: '"old" ,\t"abc"', version: 'abc', goesOn: true, why: 'one of a list' },
    { header: '"a,b"', version: 'a,b', goesOn: true, why: 'comma inside a tag' },
    { header: ',, "abc",', version: 'abc', goesOn: true, why: 'empty members of a list' },
  ])('$header with $version ($why): $goesOn', ({ header, version, goesOn }) => {
    expect(matchesIfMatch(header, version)).toBe(goesOn)
  })
})

describe('If-None-Match says the copy is current', () => {
  test.each(ifNoneMatchCases)('$header: $isCurrent', ({ header, isCurrent }) => {
    expect(matchesIfNoneMatch(header, 'abc')).toBe(isCurrent)
  })

  test('no header, or nothing there: no', () => {
    expect(matchesIfNoneMatch(null, 'abc')).toBe(false)
    expect(matchesIfNoneMatch('*', undefined)).toBe(false)
  })
})

test.each([
  ['blanks and tabs before something else', `"a",${' \t'.repeat(7_500)}x`],
  ['many tags', '"a",'.repeat(5_000) + '"abc"'],
])('a condition longer than anyone needs, %s: as if it named no version', (_case, header) => {
  expect(matchesIfMatch(header, 'abc')).toBe(false)
})
