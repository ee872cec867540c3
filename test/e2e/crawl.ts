import { withDeadline } from '#app/cms/platform/within.ts'
import { referencesIn } from './references.ts'

interface Crawl {
  /** Paths that a link of another page leads to. */
  linkedPaths: Set<string>
  /** Number of requested addresses. */
  asked: number
  /** One line for each missing address or fragment, with the first place that names it. */
  broken: string[]
}

/** Far more than the site has: a site that generates endless addresses must not keep a test busy. */
const MAX_ADDRESSES = 5_000
const AT_ONCE = 6
const RESPONSE_MS = 20_000
const REDIRECTS = [301, 302, 303, 307, 308]
const MAX_REDIRECTS = 5

interface Target {
  url: URL
  foundOn: string
  /** True for a link, whose target is read for more addresses. A file only has to exist. */
  isLink: boolean
}

/**
 * Follows all links and files on `origin`, from the paths of `starts`. Each address is requested once, and none that
 * `isLeftOut` where it was found.
 */
export async function crawl(
  origin: string,
  starts: string[],
  isLeftOut: (address: string, foundOn: string) => boolean = () => false,
): Promise<Crawl> {
  const queue: Target[] = []
  const known = new Set<string>()
  const linkedPaths = new Set<string>()
  const broken: string[] = []
  const idsOf = new Map<string, Set<string>>()
  const fragments = new Map<string, { page: string; id: string; foundOn: string }>()

  function add(address: string, base: string, isLink: boolean) {
    if (!URL.canParse(address, base)) {
      broken.push(`${address} is not an address (on ${base})`)
      return
    }
    if (isLink && (address === '' || address.endsWith('#'))) broken.push(`“${address}” leads nowhere (on ${base})`)
    const url = new URL(address, base)
    const foundOn = base.slice(origin.length)
    if (url.origin !== origin || isLeftOut(keyOf(url), foundOn)) return
    const fragment = keyOf(url) + url.hash
    if (isLink && url.hash && !fragments.has(fragment)) {
      fragments.set(fragment, { page: keyOf(url), id: decodeURIComponent(url.hash.slice(1)), foundOn })
    }
    if (isLink && idsOf.has(foundOn) && keyOf(url) !== foundOn) linkedPaths.add(url.pathname)
    if (known.has(keyOf(url))) return
    known.add(keyOf(url))
    queue.push({ url, foundOn, isLink })
  }

  async function visit({ url, foundOn, isLink }: Target) {
    const problem = await ask(url, isLink).catch((error: unknown) => String(error))
    if (problem) broken.push(`${keyOf(url)} ${problem} (on ${foundOn})`)
  }

  /** Requests an address. Resolves with what is wrong with it, or with undefined. */
  async function ask(url: URL, isLink: boolean) {
    const isRead = isLink || /\.(?:css|webmanifest|xml|txt)$/.test(url.pathname)
    const response = await follow(url, isRead ? 'GET' : 'HEAD')
    if (!response) return undefined
    const type = response.headers.get('Content-Type') ?? ''
    if (!response.ok || !isRead || !isText(type)) {
      await response.body?.cancel()
      return response.ok ? undefined : `status ${response.status}`
    }
    const { links, files, ids } = await referencesIn(await response.text(), type)
    // Stored for both addresses if the request was redirected.
    if (type.startsWith('text/html')) for (const page of [url, new URL(response.url)]) idsOf.set(keyOf(page), ids)
    for (const link of links) add(link, response.url, true)
    for (const file of files) add(file, response.url, false)
    return undefined
  }

  /** Follows redirects within the site. Resolves with undefined if one leads out of it, such as to a file elsewhere. */
  function follow(url: URL, method: string) {
    return withDeadline(RESPONSE_MS, async (signal) => {
      const options = { method, redirect: 'manual', signal } as const
      let response = await fetch(url, options)
      for (let followed = 0; REDIRECTS.includes(response.status) && followed < MAX_REDIRECTS; followed += 1) {
        await response.body?.cancel()
        const target = new URL(response.headers.get('Location') ?? '', response.url)
        if (target.origin !== origin) return undefined
        response = await fetch(target, options)
      }
      return response
    })
  }

  for (const start of starts) add(start, `${origin}/`, true)
  for (let asked = 0; queue.length > 0;) {
    const batch = queue.splice(0, AT_ONCE)
    asked += batch.length
    if (asked > MAX_ADDRESSES) throw new Error(`More than ${MAX_ADDRESSES} addresses, the last: ${batch[0]?.url.href}`)
    await Promise.all(batch.map(visit))
  }
  for (const [fragment, { page, id, foundOn }] of fragments) {
    const ids = idsOf.get(page)
    if (ids && !ids.has(id)) broken.push(`${fragment} has no such part (on ${foundOn})`)
  }
  return { linkedPaths, asked: known.size, broken }
}

function keyOf(url: URL) {
  return url.pathname + url.search
}

function isText(type: string) {
  return /^text\/|[/+](?:xml|json)(?:;|$)/.test(type) && !type.startsWith('text/vtt')
}
