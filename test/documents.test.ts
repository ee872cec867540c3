import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import * as fields from '../app/cms/define/fields.ts'
import { variables } from '../app/cms/platform/env-variables.server.ts'

const DECISIONS = 'docs/decisions'

/** What examples make begins with one of these paths. */
const EXAMPLES = ['app/site/sections/openings/', 'app/site/collections/glossary/', 'app/site/pages/glossary-term']

const decisions = readdirSync(DECISIONS).sort()

/** One that was given up leaves a gap. */
const numbers = decisions.map((name) => Number(name.slice(0, 4)))

/** Documents and sources, which may both refer to decisions. */
const files = execFileSync('git', ['ls-files', '*.md', '*.ts', '*.tsx', '*.js', '*.mjs'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => file !== '' && existsSync(file))
const documents = files.filter(
  (file) => file.endsWith('.md') && (!/^(?:test\/example-site\/)?content\//.test(file) || file === 'content/README.md'),
)

test('decisions: each has its number in the title, and says what would change it', () => {
  const texts = decisions.map((name) => readFileSync(path.join(DECISIONS, name), 'utf8'))
  expect(texts.map((text) => text.split('. ', 1)[0])).toEqual(numbers.map((number) => `# ${number}`))
  expect(new Set(numbers).size).toBe(numbers.length)
  const without = decisions.filter((_name, at) => !/^\*\*We would change this if\*\* /m.test(texts[at] ?? ''))
  expect(without).toEqual([])
})

test('every decision that a document or a comment refers to by its number: exists', () => {
  const missing = files.flatMap((file) =>
    [...readFileSync(file, 'utf8').matchAll(/\bdecision (\d+)/gi)]
      .filter(([, number]) => !numbers.includes(Number(number)))
      .map(([reference]) => `${file}: ${reference}`),
  )
  expect(missing).toEqual([])
})

test('every file that a document links to or names by its path: exists', () => {
  const missing = documents.flatMap((file) => {
    const text = readFileSync(file, 'utf8')
    const links = [...text.matchAll(/\]\((?!\w+:|#)([^)#\s]+)/g)].map(([, link = '']) =>
      path.join(path.dirname(file), link),
    )
    const paths = [...text.matchAll(/`((?:app|deploy|docs|scripts|server|test)\/[\w./$-]+)`/g)].map(
      ([, name = '']) => name,
    )
    return [...links, ...paths]
      .filter((name) => !EXAMPLES.some((example) => name.startsWith(example)) && !existsSync(name))
      .map((name) => `${file}: ${name}`)
  })
  expect(missing).toEqual([])
})

test('docs/tour.md: each function stands in the module before it, and the page has at most 100 lines', () => {
  const tour = readFileSync('docs/tour.md', 'utf8')
  const steps = [...tour.matchAll(/\]\(([^)#]+\.tsx?)\)((?:(?!\]\().)*)/g)].map(([, module = '', words = '']) => ({
    module: path.join('docs', module),
    functions: [...words.matchAll(/`(\w+)`/g)].map(([, name = '']) => name),
  }))
  expect(steps.length).toBeGreaterThan(40)
  const missing = steps.flatMap(({ module, functions }) => {
    const text = readFileSync(module, 'utf8')
    const isDefined = (name: string) => new RegExp(`(?<![.\\w])${name}(?:[(<:]| =| \\{)`).test(text)
    return functions.filter((name) => !isDefined(name)).map((name) => `${module}: ${name}`)
  })
  expect(missing).toEqual([])
  expect(tour.trimEnd().split('\n').length).toBeLessThanOrEqual(100)
})

test('every module that a comment names: exists', () => {
  const names = new Set(files.map((file) => path.basename(file)))
  const missing = files.flatMap((file) => {
    if (!/^(?:app|server|scripts)\/.*\.(?:tsx?|mjs)$/.test(file) || file.includes('.test.')) return []
    const comments = readFileSync(file, 'utf8').match(/\/\*\*[^]*?\*\/|^ *\/\/.*$/gm) ?? []
    const named = comments.flatMap((comment) => [...comment.matchAll(/`(?:[\w./-]*\/)?([\w.-]+\.(?:tsx?|mjs))`/g)])
    return named.filter(([, name = '']) => !names.has(name)).map(([reference]) => `${file}: ${reference}`)
  })
  expect(missing).toEqual([])
})

test('docs/settings.md: has every setting of the program, and no other', () => {
  const rows = readFileSync('docs/settings.md', 'utf8').match(/^\| `.*$/gm) ?? []
  const named = rows.flatMap((row) => [...(row.split('|')[1] ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  // How the program was built, and not for operators.
  const settings = Object.keys(variables.shape).filter((name) => name !== 'NODE_ENV')
  expect(named.sort()).toEqual(settings.sort())
})

test('docs/growth.md: what it calls measured by the bench is what docs/performance.md says', () => {
  const rows = readFileSync('docs/growth.md', 'utf8')
    .split('\n')
    .filter((line) => /\| `npm run bench` +\|$/.test(line))
  expect(rows.length).toBeGreaterThan(8)
  const performance = readFileSync('docs/performance.md', 'utf8')
  // An outcome of no or one request needs no measurement to compare it with.
  const figures = rows.flatMap((row) => row.split('|')[2]?.match(/\d[\d,.]*\d/g) ?? [])
  expect(figures.filter((figure) => !performance.includes(` ${figure} `))).toEqual([])
})

test('every kind of field that the form of a section or of an entry shows: has its control in the table of kinds', () => {
  // The first is a hidden field of its own, the others make or check fields of other kinds.
  const others = ['id', 'imageAlt', 'namedBy', 'readWith', 'restricted', 'uniqueBy']
  const kinds = Object.entries(fields).flatMap(([name, kind]) => (typeof kind === 'function' ? [name] : []))
  const table = readFileSync('docs/adding-a-section.md', 'utf8').match(/^\| `.*\|$/gm) ?? []
  const named = table.join('\n')
  expect(kinds.filter((name) => !others.includes(name) && !named.includes(`\`${name}\``))).toEqual([])
})
