import { expect, test } from 'vitest'
import { textElement } from './generated-file.ts'

test('characters that XML cannot hold, a lone surrogate among them: left out', () => {
  expect(textElement('t', 'a\u0000\u0008\u001b\ufffe\ud800b')).toBe('<t>ab</t>')
})

test('markup in text and attributes: escaped', () => {
  expect(textElement('t', `<a> & "b" 'c'`, { k: `"<&'` })).toBe(
    '<t k="&quot;&lt;&amp;&#39;">&lt;a&gt; &amp; &quot;b&quot; &#39;c&#39;</t>',
  )
})

test('line breaks, tabs and characters beyond the basic plane: as they are', () => {
  expect(textElement('t', 'a\n\tहिन्दी 🧵')).toBe('<t>a\n\tहिन्दी 🧵</t>')
})
