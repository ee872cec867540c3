import { referencesIn } from './references.ts'

/** Path of every page in a running site's sitemap. */
export async function sitemapPaths(origin: string): Promise<string[]> {
  const response = await fetch(`${origin}/sitemap.xml`)
  const { links } = await referencesIn(await response.text(), response.headers.get('Content-Type') ?? '')
  return links.map((link) => new URL(link).pathname)
}
