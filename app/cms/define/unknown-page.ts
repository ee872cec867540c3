import { ownAreas } from './own-areas.ts'

/** Addresses of this site that are not pages: files of `public/` and files that are generated. */
const FILE = /^\/images(?:\/|$)|^\/[\w.-]+\.(?:xml|txt|webmanifest)$/

/**
 * The path of a link to a page of this site that is not among `pages`; undefined for any other link. `likely` is a page
 * with nearly the same address.
 */
export function unknownPage(
  link: string,
  pages: readonly string[],
): { path: string; likely: string | undefined } | undefined {
  if (!link.startsWith('/') || link.startsWith('//') || pages.length === 0) return undefined
  const [path = ''] = link.split(/[?#]/, 1)
  const [, first = ''] = path.split('/')
  if (ownAreas().includes(first) || FILE.test(path) || pages.includes(path)) return undefined
  const likely = pages.find((page) => page !== '/' && (page.startsWith(path) || path.startsWith(page)))
  const sameLetters = pages.find((page) => page.toLowerCase() === path.toLowerCase())
  return { path, likely: sameLetters ?? likely }
}
