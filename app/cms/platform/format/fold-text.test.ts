import { describe, expect, test } from 'vitest'
import { findFolded, foldText } from './fold-text.ts'

describe('different words stay different', () => {
  test.each([
    ['Hindi', 'दल', 'दिल्ली'],
    ['Hindi', 'केबल', 'कोबाल'],
    ['Hindi', 'बल', 'बोली'],
    ['Hindi', 'कम', 'काम'],
    ['Hindi', 'दिन', 'दीन'],
    ['Tamil', 'படம்', 'பாடம்'],
    ['Tamil', 'கல்', 'கால்'],
    ['Arabic', 'مدرّس', 'مدرس'],
    ['Russian', 'бой', 'бои'],
    ['Greek', 'ώμος', 'ωμός'],
    ['German', 'Straße', 'Stras'],
  ])('%s: %s and %s', (_language, one, other) => {
    expect(foldText(one)).not.toBe(foldText(other))
    expect(findFolded(other, foldText(one))).toBeUndefined()
  })
})

describe('one word, however it is written', () => {
  test.each([
    ['German', 'Prüfung', 'PRUFUNG'],
    ['German', 'Straße', 'STRASSE'],
    ['French', 'Crème brûlée', 'creme brulee'],
    ['Polish', 'Łódź', 'lodz'],
    ['Turkish', 'İstanbul', 'istanbul'],
    ['Hindi, a letter with a dot as one character or as two', '\u0958लम', '\u0915\u093cलम'],
    ['Tamil, a vowel as one character or as two', '\u0b95\u0bca', '\u0b95\u0bc6\u0bbe'],
    ['Hindi, with a joiner that only shapes letters', 'क्\u200dष', 'क्ष'],
    ['Arabic, as letters or as shapes of letters', 'ﻣﺮﺣﺒﺎ', 'مرحبا'],
    ['a soft hyphen', 'com\u00adpound', 'Compound'],
    ['a ligature, and letters of full width', 'ﬁlm ＰＶＣ', 'Film PVC'],
  ])('%s: %s and %s', (_what, one, other) => {
    expect(foldText(one)).toBe(foldText(other))
  })
})

describe('the place of a word in a text', () => {
  test.each([
    ['The Compound', 'compound', 'Compound'],
    ['नई दिल्ली में', 'दिल्ली', 'दिल्ली'],
    ['Die Straße hier', 'strasse', 'Straße'],
    ['Die Straße hier', 'ss', 'ß'],
    ['Eine Prüfung', 'prufung', 'Pru\u0308fung'],
    ['பாடம் ஒன்று', 'பாடம்', 'பாடம்'],
  ])('%s: %s', (text, folded, part) => {
    const written = text.replace('Prüfung', 'Pru\u0308fung')
    const { start, end } = findFolded(written, folded) ?? { start: 0, end: 0 }
    expect(written.slice(start, end)).toBe(part)
  })

  test.each(['Compound', 'दिल्ली'])('nothing in %s: undefined', (text) => {
    expect(findFolded(text, '')).toBeUndefined()
    expect(findFolded(text, 'none')).toBeUndefined()
  })
})
