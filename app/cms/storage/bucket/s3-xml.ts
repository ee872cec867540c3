/** The text of the first element with this name; undefined if there is none. Enough for the flat answers of S3. */
export function elementOf(xml: string, name: string) {
  const [, rest] = xml.split(`<${name}>`, 2)
  const end = rest?.indexOf(`</${name}>`) ?? -1
  return rest === undefined || end < 0 ? undefined : decodeEntities(rest.slice(0, end))
}

/** A text of XML with its entities decoded, once. */
export function decodeEntities(text: string) {
  return text
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&apos;', "'")
    .replaceAll('&#34;', '"')
    .replaceAll('&amp;', '&')
}
