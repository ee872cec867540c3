import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import type { ReadStylesheet } from './page-assets.tsx'

/** Reads style sheets of the browser's build, each once. */
export function stylesheetReader(assetsFolder: string): ReadStylesheet {
  const known = new Map<string, string | undefined>()
  return (href) => {
    if (!known.has(href)) known.set(href, readStylesheet(assetsFolder, href))
    return known.get(href)
  }
}

function readStylesheet(assetsFolder: string, href: string) {
  const name = /^\/assets\/([\w.-]+\.css)$/.exec(href)?.[1]
  if (name === undefined || !existsSync(path.join(assetsFolder, name))) return undefined
  const text = readFileSync(path.join(assetsFolder, name), 'utf8').trim()
  // It would end the element that it is put into.
  return text.includes('</') ? undefined : text
}
