/**
 * Origin that a map is loaded from, e.g. `https://maps.example.com`. Undefined where there is no map, and for whatever is no
 * plain https address: the host becomes part of the content security policy, and URLs allow `;` and `,` in it, which would
 * begin another directive or another policy there.
 */
export function mapOrigin(mapEmbedLink: string): string | undefined {
  if (!URL.canParse(mapEmbedLink)) return undefined
  const { protocol, username, password, host, origin } = new URL(mapEmbedLink)
  const isPlain = protocol === 'https:' && username === '' && password === '' && /^[a-z\d.-]+(?::\d+)?$/.test(host)
  return isPlain ? origin : undefined
}
