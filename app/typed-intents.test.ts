import { expect, test } from 'vitest'

const sources = import.meta.glob<string>('./{cms/admin,cms/editing,site}/**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
})

/** A button or an action that writes an intent as a text of its own. */
const BARE = [
  /name="intent"\s+value="/,
  /\bintent="[\w-]+"/,
  /\bintent: '[\w-]+'/,
  /\bintent'\] [!=]== '[\w-]+'/,
  /\bget\('intent'\) [!=]== '/,
]

test('buttons and actions name intents by the typed list of their screen, so that none misses a renamed one', () => {
  const files = Object.entries(sources).filter(([name]) => !/\.test\.tsx?$/.test(name))
  expect(files.length).toBeGreaterThan(200)
  const bare = files.flatMap(([name, text]) => (BARE.some((form) => form.test(text)) ? [name] : []))
  expect(bare).toEqual([])
})
