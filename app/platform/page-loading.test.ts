import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import os from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { loadInOrder, styleReader } from './page-loading.server.ts'

const PAGE =
  '<html><head><style id="page-styles" nonce="n"></style><link rel="stylesheet" href="/assets/a.css"/>' +
  '<link rel="stylesheet" href="/assets/b.css"/></head><body><p>Text</p><script nonce="n">context</script>' +
  '<link rel="modulepreload" href="/assets/a.js"/><script nonce="n" type="module" async="">import "/assets/a.js"</script></body></html>'

test('style sheets: put into the page in their order; the links stay, without effect', () => {
  const html = loadInOrder(PAGE, {
    nonce: 'n',
    readStyle: (address) => `.from-${address.at(8)}{content:"$&"}`,
  })
  expect(html).toContain('<style id="page-styles" nonce="n">.from-a{content:"$&"}\n.from-b{content:"$&"}</style>')
  expect(html).toContain('<link rel="inlined" href="/assets/a.css"/><link rel="inlined" href="/assets/b.css"/>')
})

test('a style sheet that cannot be read: stays a link', () => {
  const html = loadInOrder(PAGE, {
    nonce: 'n',
    readStyle: (address) => (address.includes('a.css') ? undefined : '.b{}'),
  })
  expect(html).toContain('<style id="page-styles" nonce="n">.b{}</style><link rel="stylesheet" href="/assets/a.css"/>')
})

test('scripts: none is fetched before the page has loaded, and one that begins it stands at the end', () => {
  const html = loadInOrder(PAGE, { nonce: 'n', readStyle: () => undefined })
  expect(html).not.toContain('type="module"')
  expect(html).toContain(
    '<link media="not all" rel="modulepreload" href="/assets/a.js"/><script nonce="n" type="later">import "/assets/a.js"</script>',
  )
  expect(html).toMatch(/<script nonce="n">[^<]*addEventListener\(sign[^<]*<\/script><\/body><\/html>$/)
})

test('reading style sheets: those of the build by their address, nothing else, and none that would end its element', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'styles-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await writeFile(path.join(folder, 'a.css'), '.a{}\n')
  await writeFile(path.join(folder, 'evil.css'), '.a{}</style><script>')
  const read = styleReader(folder)
  expect(read('/assets/a.css')).toBe('.a{}')
  for (const address of ['/assets/evil.css', '/assets/none.css', '/assets/../a.css', 'https://evil.example/a.css']) {
    expect(read(address)).toBeUndefined()
  }
  await rm(path.join(folder, 'a.css'))
  expect(read('/assets/a.css')).toBe('.a{}')
})
