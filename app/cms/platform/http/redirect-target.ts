/**
 * Where an address with another page sends a request: the target with the query of the request, if it has none of its
 * own. So links of campaigns keep what they say about themselves. `to` is an address of this site or an absolute one.
 */
export function withQueryOf({ url }: Pick<Request, 'url'>, to: string): string {
  const { search } = new URL(url)
  const [address = '', fragment] = to.split('#', 2)
  if (search === '' || address.includes('?')) return to
  return address + search + (fragment === undefined ? '' : `#${fragment}`)
}
