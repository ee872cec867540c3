/** Origin that a map is loaded from, e.g. `https://maps.example.com`; undefined where there is no map. */
export function mapOrigin(mapEmbedLink: string): string | undefined {
  return mapEmbedLink === '' ? undefined : new URL(mapEmbedLink).origin
}
