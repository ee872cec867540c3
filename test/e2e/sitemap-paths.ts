import { referencesIn } from './references.ts'

/** Path of every page in a running site's sitemap. */
export async function sitemapPaths(origin: string): Promise<string[]> {
  const answer = await fetch(`${origin}/sitemap.xml`)
  const { links } = await referencesIn(await answer.text(), answer.headers.get('Content-Type') ?? '')
  return links.map((link) => new URL(link).pathname)
}
