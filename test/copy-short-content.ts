import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The collections that have three quarters of the files. */
const LONG = ['documents', 'grades', 'investors/disclosure-rows', 'investors/reports', 'properties']

/** Copies the content that ships, without its long collections: for tests that look at none of them. */
export function copyShortContent(to: string): void {
  const left = LONG.map((folder) => path.join('content', folder))
  cpSync('content', to, { recursive: true, filter: (file) => !left.includes(file) })
}

/** Grades that tests name, each instead of the first one of its product. */
const NAMED = ['cf-95', 'hf-60-s', 'pv-90-s']

/**
 * Copies the content that ships, with one grade of each product. The pages of further grades have the same parts, and a
 * host renders all pages after its start.
 */
export function copyContentWithFewGrades(to: string): void {
  const folder = 'content/grades'
  const keys = readdirSync(folder).map((name) => path.basename(name, '.yaml'))
  const kept = new Map<string, string>()
  for (const key of [...NAMED, ...keys]) {
    const text = readFileSync(path.join(folder, `${key}.yaml`), 'utf8')
    const product = /^product: (.+)$/m.exec(text)?.[1] ?? ''
    if (!kept.has(product)) kept.set(product, path.join(folder, `${key}.yaml`))
  }
  const files = new Set(kept.values())
  cpSync('content', to, {
    recursive: true,
    filter: (file) => path.dirname(file) !== folder || files.has(file),
  })
}
