import { cpSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'

/** The collections that have three quarters of the files. */
const LONG = ['documents', 'grades', 'investors/disclosure-rows', 'investors/reports', 'properties']

/** Copies the content that ships, without its long collections: for tests that look at none of them. */
export function copyShortContent(to: string): void {
  const left = LONG.map((folder) => path.join('content', folder))
  cpSync('content', to, { recursive: true, filter: (file) => !left.includes(file) })
}

/**
 * Copies the content that ships, with one grade of each product. The pages of further grades have the same parts, and a
 * host renders all pages after its start.
 */
export function copyContentWithFewGrades(to: string): void {
  const grades = 'content/grades'
  const products = new Set<string>()
  const further = readdirSync(grades).filter((name) => {
    const product = /^product: (.+)$/m.exec(readFileSync(path.join(grades, name), 'utf8'))?.[1] ?? ''
    const isKnown = products.has(product)
    products.add(product)
    return isKnown
  })
  const left = further.map((name) => path.join(grades, name))
  cpSync('content', to, { recursive: true, filter: (file) => !left.includes(file) })
}
