import { linkSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Copies a folder to `to` with hard links: this is quick and keeps the file times, which indexes of files compare. A
 * write into a file changes both copies, but the site replaces files instead.
 */
export function linkFolder(from: string, to: string) {
  mkdirSync(to, { recursive: true })
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const source = path.join(from, entry.name)
    const target = path.join(to, entry.name)
    if (entry.isDirectory()) linkFolder(source, target)
    else linkSync(source, target)
  }
}
