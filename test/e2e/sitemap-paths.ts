import { referencesIn } from './references.ts'

/** Path of every page in a running site's sitemap. */
export async function sitemapPaths(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/sitemap.xml`)
  const { links } = await referencesIn(await response.text(), response.headers.get('Content-Type') ?? '')
  return links.map((link) => new URL(link).pathname)
}

/** The pages without those of further grades of a product: they have the parts of the first one, with other values. */
export function withOneGradeOfEachProduct(paths: readonly string[]): string[] {
  const layouts = paths.map((path) => path.replace(/^(\/products\/[^/]+)\/[^/]+$/, '$1/grade'))
  return paths.filter((_, index) => layouts.indexOf(layouts[index] ?? '') === index)
}
