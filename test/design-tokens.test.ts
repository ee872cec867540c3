import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const stylesOfCms = readdirSync('app/cms', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.css'))
  .map((name) => readFileSync(path.join('app/cms', name), 'utf8'))
  .join('\n')

const definedIn = (css: string) => new Set(Array.from(css.matchAll(/(?<![\w-])(--[\w-]+):/g), ([, name]) => name))

test.each(['app/site/ui/design-tokens.css', 'test/example-site/design-tokens.css'])(
  '%s: has each custom property that the styles of the content system use',
  (file) => {
    const defined = definedIn(stylesOfCms + readFileSync(file, 'utf8'))
    const used = Array.from(stylesOfCms.matchAll(/var\((--[\w-]+)\)/g), ([, name]) => name)
    expect(used.length).toBeGreaterThan(100)
    expect([...new Set(used)].filter((name) => !defined.has(name))).toEqual([])
  },
)
