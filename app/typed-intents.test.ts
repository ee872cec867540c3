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

test('the intents of a screen are one object, which also says what the guard does with their forms', () => {
  const lists = Object.entries(sources).filter(([name]) => name.endsWith('-intents.ts'))
  expect(lists.length).toBeGreaterThan(10)
  for (const [name, text] of lists) {
    const exported = [...text.matchAll(/^export const (.*)/gm)].map(([, rest]) => rest)
    for (const rest of exported) expect(rest, name).toMatch(/^\w+Intents = defineIntents\(/)
  }
  const apart = Object.entries(sources).flatMap(([name, text]) =>
    /\bkeepsForms?: |\basksPassword: \[/.test(text) && !name.endsWith('-intents.ts') ? [name] : [],
  )
  expect(apart).toEqual([])
})
