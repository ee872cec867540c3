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

test('the lines around the body changed by hand: they stay as they are', () => {
  const text = '---yaml\ntitle: A\n--- \n\n\n# Heading\n\n\n'
  expect(rewriteMarkdown(text, { title: 'B', body: 'Text' })).toBe('---yaml\ntitle: B\n--- \n\n\nText\n\n\n')
})

test('no line below the front matter: it is added when there is a body', () => {
  expect(rewriteMarkdown('---\ntitle: A\n', { title: 'A', body: 'Text' })).toBe('---\ntitle: A\n---\n\nText\n')
  expect(rewriteMarkdown('---\ntitle: A\n---\n', { title: 'A', body: 'Text' })).toBe('---\ntitle: A\n---\n\nText\n')
})

test('a body that begins with code: keeps its indent when it is read and when it is edited', () => {
  const text = '---\ntitle: A\n---\n\n    code\n\nText\n'
  expect(parseMarkdown(text).value).toEqual({ title: 'A', body: '    code\n\nText' })
  const next = { title: 'A', body: '    code\n\nOther' }
  expect(rewriteMarkdown(text, next)).toBe('---\ntitle: A\n---\n\n    code\n\nOther\n')
})
