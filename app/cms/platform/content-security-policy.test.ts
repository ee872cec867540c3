import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy, ownNames, inlineHashes, withoutNonce } from './content-security-policy.server.ts'

const origin = 'https://www.example.com'
const own = 'nonce="Zr4-x_1"'
const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

test('inline scripts and styles of our own: allowed by their hash, each once', () => {
  const hashes = inlineHashes(
    `<style id="page-styles" ${own}>.a{}</style><script ${own}>a()</script>` +
      `<script ${own} type="module" async="">b()</script><script ${own}>a()</script>`,
    'Zr4-x_1',
  )
  const policy = contentSecurityPolicy({ origin, hashes })
  expect(policy).toContain(`script-src ${origin}/assets/ ${hashOf('a()')} ${hashOf('b()')};`)
  expect(policy).toContain(`style-src ${origin}/assets/ ${hashOf('.a{}')};`)
  expect(policy).not.toMatch(/unsafe|nonce/)
})

test.each([
  '<script>alert(1)</script>',
  '<script nonce="">alert(1)</script>',
  '<script nonce="another">alert(1)</script>',
  '<SCRIPT>alert(1)</SCRIPT>',
  `<p>${own}</p><script>alert(1)</script>`,
  '<style>body{display:none}</style>',
])('markup that came into the page in some other way, %s: not allowed', (markup) => {
  const hashes = inlineHashes(`${markup}<script ${own}>a()</script>`, 'Zr4-x_1')
  const texts = ['alert(1)', 'body{display:none}'].map(hashOf)
  const policy = contentSecurityPolicy({ origin, hashes })
  expect(texts.filter((text) => policy.includes(text))).toEqual([])
})

test('markup that leaves an attribute open before a script of our own: allows nothing but that script', () => {
  const hashes = inlineHashes(`<script data-x="<p><script ${own}>a()</script>`, 'Zr4-x_1')
  expect(hashes.scripts).toEqual([hashOf('a()')])
})

test('the page that is sent: holds no nonce', () => {
  expect(withoutNonce(`<script ${own}>a()</script><script ${own} type="module">b()</script>`, 'Zr4-x_1')).toBe(
    '<script>a()</script><script type="module">b()</script>',
  )
})

test('what no directive allows: not left to the default, which allows prefetches of own pages', () => {
  const policy = contentSecurityPolicy({ origin })
  expect(policy).toContain("default-src 'self';")
  const directives = policy.split('; ').map((directive) => directive.split(' ')[0])
  // Every directive that falls back to `default-src`, but those for parts of scripts and styles.
  const kinds = ['script', 'style', 'font', 'img', 'media', 'connect', 'manifest', 'object', 'worker', 'frame']
  expect(directives).toEqual(expect.arrayContaining(kinds.map((kind) => `${kind}-src`)))
})

test('frames: the map and nothing else', () => {
  expect(contentSecurityPolicy({ origin, frames: 'https://maps.example.com' })).toContain(
    'frame-src https://maps.example.com;',
  )
  expect(contentSecurityPolicy({ origin })).toContain(`frame-src 'none';`)
})

test.each(['https://x;sandbox', 'https://x,default-src', 'https://x script-src'])(
  'a source that would change the rest of the policy, %s: left out',
  (frames) => {
    expect(contentSecurityPolicy({ origin, frames })).toBe(contentSecurityPolicy({ origin }))
  },
)

test('behind a proxy: the names of the settings, whatever the request names', () => {
  const env = { publicOrigin: 'https://www.example.com', allowedHosts: ['example.com', 'intern:8080'] }
  const policyOf = (address: string, trustProxy: boolean) =>
    contentSecurityPolicy(ownNames(new Request(address), { ...env, trustProxy }))
  expect(policyOf('https://example.com:99/', true)).toContain(
    'script-src https://www.example.com/assets/ example.com:*/assets/ intern:8080/assets/;',
  )
  expect(policyOf('https://example.com:99/', true)).toBe(policyOf('https://www.example.com/', true))
  expect(policyOf('http://localhost:4000/', false)).toContain('script-src http://localhost:4000/assets/ ')
})
