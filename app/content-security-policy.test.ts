import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { contentSecurityPolicy } from './content-security-policy.server.ts'

const origin = 'https://www.example.com'

test('inline scripts: allowed by their hash, each once; scripts with a source and data blocks are not hashed', () => {
  const policy = contentSecurityPolicy(
    '<script>a()</script><script type="module" async="">b()</script><script>a()</script>' +
      '<script src="/assets/x.js"></script><script type="application/ld+json">{"@type":"Organization"}</script>',
    origin,
    undefined,
  )
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  expect(policy).toContain(`script-src ${origin}/assets/ ${hash('a()')} ${hash('b()')};`)
  expect(policy).not.toContain('unsafe')
})

test('frames: the map and nothing else', () => {
  expect(contentSecurityPolicy('', origin, 'https://maps.example.com')).toContain('frame-src https://maps.example.com;')
  expect(contentSecurityPolicy('', origin, undefined)).toContain(`frame-src 'none';`)
})
