import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { remixConfig } from '../remix.config.js'
import { fixedModes, withFixedModes } from './fixed-modes.ts'

const modules = path.resolve(import.meta.dirname, '../node_modules')

/** The module of a library with its modes as constants. */
function fixed(name: string) {
  const file = path.join(modules, name)
  return withFixedModes(readFileSync(file, 'utf8'), file)
}

test('the libraries have every text that is replaced, and the modes that a site never has are constants', () => {
  const remix = '@remix-run/react/dist/esm'
  expect(fixed(`${remix}/browser.js`)).not.toMatch(/v3_singleFetch|window\.__remixContext\.isSpaMode/)
  expect(fixed(`${remix}/components.js`)).not.toContain('future.v3_singleFetch')
  expect(fixed(`${remix}/errorBoundaries.js`)).not.toContain('createElement(Scripts')
  expect(fixed(`${remix}/fog-of-war.js`)).toMatch(/function isFogOfWarEnabled\(\w+, \w+\) \{\s+return false;/)
  expect(fixed(`${remix}/links.js`)).not.toContain('future.v3_singleFetch')
  expect(fixed(`${remix}/routes.js`)).not.toMatch(/createElement\(RemixRootDefaultErrorBoundary|if \(isSpaMode\)/)
  const router = fixed('@remix-run/router/dist/router.js')
  expect(router).toContain('let patchRoutesOnNavigationImpl = undefined;')
  expect(router).toMatch(/function isDeferredResult\(\w+\) \{\s+return false;/)
  expect(router).toMatch(/let deferred = value;\s+return false\n/)
  expect(fixed('react-router-dom/dist/index.js')).not.toContain(
    'UNSAFE_logV6DeprecationWarnings(future, router.future)',
  )
})

test('other modules stay as they are', () => {
  expect(withFixedModes('future.v3_singleFetch', '/site/app/root.tsx')).toBeUndefined()
  expect(withFixedModes('future.v3_singleFetch', '/site/node_modules/react/index.js')).toBeUndefined()
})

test('a version of a library without one of the texts fails the build', () => {
  const file = '/site/node_modules/@remix-run/react/dist/esm/fog-of-war.js'
  expect(() => withFixedModes('export {}', file)).toThrow(`${file} does not contain`)
})

test('a site with other modes cannot be built with these constants', () => {
  expect(fixedModes(remixConfig)).toMatchObject({ name: 'fixed-modes' })
  for (const future of [{}, { v3_singleFetch: true, v3_lazyRouteDiscovery: true }]) {
    expect(() => fixedModes({ future })).toThrow('v3_singleFetch')
  }
  expect(() => fixedModes({ ...remixConfig, ssr: false })).toThrow('ssr')
})
