import { SaxesParser } from 'saxes'

const RDF = 'http://www.w3.org/1999/02/22-rdf-syntax-ns#'
const XMP = 'http://ns.adobe.com/xap/1.0/'
const DC = 'http://purl.org/dc/elements/1.1/'

/** The properties that are read, by namespace and local name. */
const PROPERTIES = {
  [`${XMP}ModifyDate`]: 'modified',
  [`${XMP}CreateDate`]: 'created',
  [`${DC}title`]: 'title',
} as const
type Property = (typeof PROPERTIES)[keyof typeof PROPERTIES]

/** A packet describes one document; longer ones are full of an image. */
const MAX_LENGTH = 2_000_000

/**
 * Reads properties of a document from its XMP packet: those of the document alone, not of its parts and its earlier
 * states, which have the same names deeper in the packet. Of a text in several languages the first one is read. Returns
 * nothing for a packet that is not well-formed.
 */
export function readXmp(packet: string): { [Name in Property]?: string } {
  const found: { [Name in Property]?: string } = {}
  if (packet.length > MAX_LENGTH) return found
  const parser = new SaxesParser({ xmlns: true })
  /** Names of the elements from the document's `rdf:RDF` to here. */
  const path: string[] = []
  let property: Property | undefined
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ uri, local, attributes }) => {
    const name = `${uri}${local}`
    if (path.length === 0 && name !== `${RDF}RDF`) return
    path.push(name)
    if (path.length === 2 && name === `${RDF}Description`) {
      for (const { uri, local, value } of Object.values(attributes)) {
        const attribute = propertyOf(`${uri}${local}`)
        if (attribute) found[attribute] ??= value
      }
    }
    if (path.length === 3 && path[1] === `${RDF}Description`) property = propertyOf(name)
  })
  parser.on('text', (text) => {
    if (property && text.trim() !== '') found[property] ??= text.trim()
  })
  parser.on('closetag', () => {
    if (path.length === 3) property = undefined
    path.pop()
  })
  try {
    // Programs pad a packet with white space and zero bytes.
    parser.write(packet.replaceAll('\0', '').trim()).close()
  } catch {
    return {}
  }
  return found
}

function propertyOf(name: string) {
  return Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name as keyof typeof PROPERTIES] : undefined
}
