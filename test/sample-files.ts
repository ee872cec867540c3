import { crc32 } from 'node:zlib'

/** The head of a frame of Layer III, and the length that it stands for, by ISO/IEC 11172-3 and 13818-3. */
const MP3_FRAMES = {
  'MPEG-1, 44.1 kHz, 128 kbit/s': { head: [0xff, 0xfb, 0x90, 0x00], length: 417 },
  'MPEG-2, 22.05 kHz, 64 kbit/s': { head: [0xff, 0xf3, 0x80, 0x00], length: 208 },
  'MPEG-2.5, 11.025 kHz, 64 kbit/s': { head: [0xff, 0xe3, 0x80, 0x00], length: 417 },
}

/** An MP3 recording of `frames` frames. `tag`: the text of an ID3 tag before them. */
export function mp3Bytes({
  frames = 5,
  tag = '',
  kind = 'MPEG-1, 44.1 kHz, 128 kbit/s',
}: { frames?: number; tag?: string; kind?: keyof typeof MP3_FRAMES } = {}): Buffer {
  const { head, length } = MP3_FRAMES[kind]
  const frame = Buffer.alloc(length)
  frame.set(head)
  return Buffer.concat([...(tag === '' ? [] : [id3(tag)]), ...Array.from({ length: frames }, () => frame)])
}

function id3(text: string) {
  const content = Buffer.concat([Buffer.from(text), Buffer.alloc(100)])
  const size = [21, 14, 7, 0].map((shift) => (content.length >> shift) & 0x7f)
  return Buffer.concat([Buffer.from('ID3\x04\0\0'), Buffer.from(size), content])
}

/** A box of an MP4 file. `size`: that which it claims to have. */
export function box(type: string, content: Uint8Array | string = '', size = 8 + content.length): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(size)
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, typeof content === 'string' ? Buffer.from(content, 'latin1') : content])
}

/** A track of a film or a recording: `handler` is the kind of the track, `codec` the format of its first sample. */
export function track(codec: string, { handler = 'vide', profile = 100, more = [] as Buffer[] } = {}): Buffer {
  const configuration = codec.startsWith('avc') ? box('avcC', Buffer.from([1, profile, 0, 40])) : Buffer.alloc(0)
  const entry = box(codec, Buffer.concat([Buffer.alloc(78), configuration]))
  const description = box('stsd', Buffer.concat([Buffer.from([0, 0, 0, 0, 0, 0, 0, 1]), entry]))
  const media = [box('hdlr', `\0\0\0\0\0\0\0\0${handler}`), box('minf', box('stbl', description))]
  return box('trak', Buffer.concat([box('mdia', Buffer.concat(media)), ...more]))
}

/** An M4A recording with these tracks, by default one of AAC. */
export function m4aBytes(...tracks: Buffer[]): Buffer {
  const inMoov = tracks.length > 0 ? tracks : [track('mp4a', { handler: 'soun' })]
  return Buffer.concat([box('ftyp', 'M4A \0\0\0\0'), box('moov', Buffer.concat(inMoov)), box('mdat', 'xxxx')])
}

/** The parts that every Excel workbook has. */
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml'
const WORKBOOK = {
  '[Content_Types].xml': `<Types><Override PartName="/xl/workbook.xml" ContentType="${WORKBOOK_TYPE}"/></Types>`,
  'xl/workbook.xml': '<workbook/>',
}

/** An Excel workbook with more `parts`. `claimed`: the size that each part says it has when it is opened. */
export function xlsxBytes(parts: Record<string, string> = {}, { claimed }: { claimed?: number } = {}): Buffer {
  return zipBytes({ ...WORKBOOK, ...parts }, claimed)
}

/** A ZIP file of uncompressed parts. `claimed`: see {@link xlsxBytes}. */
export function zipBytes(parts: Record<string, string>, claimed?: number): Buffer {
  const local: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const [name, text] of Object.entries(parts)) {
    const bytes = Buffer.from(text)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    // Such a size is only believable for compressed parts.
    head.writeUInt16LE(claimed === undefined ? 0 : 8, 4)
    head.writeUInt32LE(crc32(bytes), 10)
    head.writeUInt32LE(bytes.length, 14)
    head.writeUInt32LE(claimed ?? bytes.length, 18)
    head.writeUInt16LE(name.length, 22)
    const entry = Buffer.concat([Buffer.from('PK\x03\x04'), head, Buffer.from(name), bytes])
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\0'), head, rest, Buffer.from(name)]))
    local.push(entry)
    offset += entry.length
  }
  const list = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(central.length, 4)
  end.writeUInt16LE(central.length, 6)
  end.writeUInt32LE(list.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...local, list, Buffer.from('PK\x05\x06'), end])
}

/** An XBRL instance with this text in its first element. */
export function xbrlText(content = ''): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<xbrli:xbrl xmlns:xbrli="http://www.xbrl.org/2003/instance">
  <xbrli:context id="c">${content}</xbrli:context>
</xbrli:xbrl>
`
}
