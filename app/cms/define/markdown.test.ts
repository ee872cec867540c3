import { expect, test } from 'vitest'
import { markdown, markdownTargets } from './markdown.ts'

const body = markdown('Description', 1000)
const messagesOf = (value: string) => body.safeParse(value).error?.issues.map(({ message }) => message) ?? []

test.each([
  '[a](/products) [b](#stats) [c](https://example.com/a%20b) <https://example.com> <a@example.com>',
  '[a](HTTPS://EXAMPLE.COM) [b](<tel:+91 832 123>) [c](<mailto:a@b.c?subject=Hi there>)',
  '![a](/uploads/a-1a2b3c4d.png) [![b](/uploads/b.png)](/about)',
  '`[a](www.example.com)` and \\[b](www.example.com)',
])('%s: accepted, and unchanged', (value) => {
  expect(body.parse(value)).toBe(value)
})

test.each([
  ['[our partner](www.example.com)', 'www.example.com', 'https://www.example.com'],
  ['[a](http://Example.com/A)', 'http://Example.com/A', 'https://example.com/A'],
  ['[a](//example.com)', '//example.com', 'https://example.com'],
  ['[a](products/hffr)', 'products/hffr', '/products/hffr'],
  ['[a](../about)', '../about', '/about'],
  ['[a](info@example.com)', 'info@example.com', 'mailto:info@example.com'],
  ['[a][b]\n\n[b]: www.example.com', 'www.example.com', 'https://www.example.com'],
  ['[a](/&#47;example.com)', '//example.com', 'https://example.com'],
  ['[a](/about) [b](www.example.com)', 'www.example.com', 'https://www.example.com'],
  ['[a](/about)(www.example.com) [](www.example.com)', 'www.example.com', 'https://www.example.com'],
  ['- > [a](www.exämple.com "t")', 'www.exämple.com', undefined],
])('%s: refused, names the link and says what to type', (value, link, likely) => {
  expect(messagesOf(value)).toEqual([
    `Description: the link “${link}” must be a path such as /album, or an address that starts with https://, mailto: or tel:${likely === undefined ? '' : `. Type ${likely}`}`,
  ])
})

test.each(['https://example.com/logo.png', 'logo.png', '/logo.png', '/uploads/../content/x', '//example.com/x.png'])(
  'the picture %s: refused',
  (address) => {
    expect(messagesOf(`Text ![logo](${address})`)).toEqual([
      `Description: the picture “${address}” is not one of this site, so the page cannot show it. Upload it, then use its address, which starts with /uploads/`,
    ])
  },
)

test('many wrong links: at most five errors, each once', () => {
  const links = Array.from({ length: 9 }, (_, at) => `[a](www.example.com/${at}) [b](www.example.com/${at})`)
  expect(new Set(messagesOf(links.join(' '))).size).toBe(5)
})

test('the targets of a text, in order', () => {
  expect(markdownTargets('[a](/a) ![b](/uploads/b.png)\n\n<https://c.example>')).toEqual([
    { kind: 'link', target: '/a' },
    { kind: 'picture', target: '/uploads/b.png' },
    { kind: 'link', target: 'https://c.example' },
  ])
})

test('a text that begins with code: keeps the indent of its first line', () => {
  expect(markdown('Text', 100).parse('\r\n    code\r\n\r\nText\n\n')).toBe('    code\n\nText')
  expect(markdown('Text', 100).parse('\tcode\n')).toBe('\tcode')
  expect(markdown('Text', 100).parse('  Text\n')).toBe('Text')
  expect(markdown('Text', 100).safeParse('     \n').success).toBe(false)
})
