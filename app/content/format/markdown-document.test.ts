import { expect, test } from 'vitest'
import { parseMarkdown, rewriteMarkdown } from './content-file.ts'

const page = `---
# Shown in search results.
title: About us # short
tags:
  - a
---

# Heading

Text with --- in it.
`

test.each([
  ['code in front matter', '---js\n{ title: process.exit(1) }\n---\n'],
  ['JSON in front matter', '---json\n{"title": "x"}\n---\n'],
  ['another language', '---coffee\ntitle: x\n---\n'],
])('%s: refused, never run', (_name, text) => {
  expect(() => parseMarkdown(text)).toThrow('Front matter must be YAML')
})

test('no front matter: refused, saying what is missing', () => {
  expect(() => parseMarkdown('# Heading\n')).toThrow('must begin with front matter')
})

test('a fault in the front matter: the line counts from the top of the file', () => {
  expect(() => parseMarkdown('---\ntitle: x\nbad: *alias\n---\nText\n')).toThrow(
    expect.objectContaining({ position: { line: 3, column: 6 } }),
  )
})

test('fields and body, with their places', () => {
  const { value, locate } = parseMarkdown(page)
  expect(value).toEqual({ title: 'About us', tags: ['a'], body: '# Heading\n\nText with --- in it.' })
  expect(locate([['title'], ['body']])).toEqual([
    { line: 3, column: 8 },
    { line: 8, column: 1 },
  ])
})

test('nothing changed: the text stays byte for byte', () => {
  expect(rewriteMarkdown(page, parseMarkdown(page).value)).toBe(page)
})

test('a field changed: comments and body stay', () => {
  const next = { title: 'Who we are', tags: ['a'], body: '# Heading\n\nText with --- in it.' }
  expect(rewriteMarkdown(page, next)).toBe(page.replace('About us', 'Who we are'))
})

test('the body changed: the front matter stays', () => {
  const next = { title: 'About us', tags: ['a'], body: 'Shorter.' }
  expect(rewriteMarkdown(page, next)).toBe(page.replace(/\n# Heading[\s\S]*/, '\nShorter.\n'))
})

test('a byte order mark, as editors of Windows write it: read as if it were not there', () => {
  expect(parseMarkdown(`\uFEFF${page}`).value).toEqual(parseMarkdown(page).value)
})
