import { createHash, randomBytes } from 'node:crypto'
import { deflateSync } from 'node:zlib'

interface PdfParts {
  /** Content of the information dictionary. */
  info?: string
  /** More entries of the catalogue. */
  catalog?: string
  /** More objects, from number 10 on: a dictionary, or a dictionary and the content of its stream. */
  objects?: (string | { dictionary: string; stream: string | Buffer })[]
  content?: string
  pages?: number
  /** Where the information dictionary is: in the file itself, or in a compressed object stream. */
  isCompressed?: boolean
  /** The file is encrypted; an empty password opens it without asking. */
  userPassword?: string
}

/** A PDF of one page with `bytes` incompressible bytes, like an annual report with photographs. */
export function pdfOf(bytes: number): Buffer {
  return pdfBytes({ objects: [{ dictionary: `<< /Length ${bytes} >>`, stream: randomBytes(bytes) }] })
}

export function pdfBytes({
  info = '',
  catalog = '',
  objects = [],
  content = 'BT /F1 12 Tf 72 700 Td (Annual report) Tj ET',
  pages = 1,
  isCompressed = false,
  userPassword,
}: PdfParts = {}): Buffer {
  const key = userPassword === undefined ? undefined : encryption(userPassword)
  const chunks: Buffer[] = []
  const offsets = new Map<number, number>()
  let length = 0
  const write = (bytes: string | Buffer) => {
    const chunk = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
    chunks.push(chunk)
    length += chunk.length
  }
  const add = (number: number, value: string, stream?: Buffer) => {
    offsets.set(number, length)
    write(`${number} 0 obj\n${value}\n`)
    if (stream) {
      write('stream\n')
      write(key ? rc4(objectKey(key.key, number), stream) : stream)
      write('\nendstream\n')
    }
    write('endobj\n')
  }
  write('%PDF-1.5\n')
  add(1, `<< /Type /Catalog /Pages 2 0 R ${catalog} >>`)
  const kids = Array.from({ length: pages }, () => '3 0 R').join(' ')
  add(2, `<< /Type /Pages /Kids [${kids}] /Count ${pages} >>`)
  const font = '<< /F1 << /Type /Font /Subtype /Type1 /BaseFont /Helvetica >> >>'
  add(3, `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Resources << /Font ${font} >> /Contents 4 0 R >>`)
  add(4, `<< /Length ${content.length} >>`, Buffer.from(content, 'latin1'))
  objects.forEach((object, index) => {
    if (typeof object === 'string') add(10 + index, object)
    else add(10 + index, object.dictionary, Buffer.from(object.stream))
  })
  const dictionary = `<< ${key ? encryptStrings(info, key.key, 5) : info} >>`
  if (!isCompressed) add(5, dictionary)
  else {
    const packed = deflateSync(`5 0 ${dictionary}`)
    add(6, `<< /Type /ObjStm /N 1 /First 4 /Filter /FlateDecode /Length ${packed.length} >>`, packed)
  }
  const size = 11 + objects.length
  const start = length
  if (isCompressed) {
    offsets.set(7, start)
    const table = Buffer.alloc(size * 7)
    for (const [number, offset] of offsets) {
      table.writeUInt8(1, number * 7)
      table.writeUInt32BE(offset, number * 7 + 1)
    }
    table.writeUInt8(2, 5 * 7)
    table.writeUInt32BE(6, 5 * 7 + 1)
    const entries = `/Type /XRef /W [1 4 2] /Size ${size} /Root 1 0 R /Info 5 0 R /Length ${table.length}`
    add(7, `<< ${entries} >>`, table)
  } else {
    const rows = Array.from({ length: size }, (_, number) => {
      const offset = offsets.get(number)
      return `${String(offset ?? 0).padStart(10, '0')} ${offset === undefined ? '65535 f' : '00000 n'} \n`
    })
    const encrypt = key ? `/Encrypt ${key.dictionary} /ID [<00><00>]` : ''
    write(`xref\n0 ${size}\n${rows.join('')}trailer << /Size ${size} /Root 1 0 R /Info 5 0 R ${encrypt} >>\n`)
  }
  write(`startxref\n${start}\n%%EOF\n`)
  return Buffer.concat(chunks)
}

const PADDING = Buffer.from('28BF4E5E4E758A4164004E56FFFA01082E2E00B6D0683E802F0CA9FE6453697A', 'hex')

/** The standard security handler, revision 2 (ISO 32000-1, 7.6.3). */
function encryption(userPassword: string) {
  const owner = rc4(md5(padded('owner')).subarray(0, 5), padded(userPassword))
  const permissions = Buffer.from([0xfc, 0xff, 0xff, 0xff])
  const key = md5(Buffer.concat([padded(userPassword), owner, permissions, Buffer.from([0])])).subarray(0, 5)
  const user = rc4(key, PADDING)
  const dictionary = `<< /Filter /Standard /V 1 /R 2 /O <${owner.toString('hex')}> /U <${user.toString('hex')}> /P -4 >>`
  return { key, dictionary }
}

function padded(password: string) {
  return Buffer.concat([Buffer.from(password, 'latin1'), PADDING]).subarray(0, 32)
}

function objectKey(key: Buffer, number: number) {
  return md5(Buffer.concat([key, Buffer.from([number & 255, number >> 8, 0, 0, 0])])).subarray(0, 10)
}

function encryptStrings(text: string, key: Buffer, number: number) {
  return text.replace(/\(([^)]*)\)/g, (_, value: string) => {
    return `<${rc4(objectKey(key, number), Buffer.from(value, 'latin1')).toString('hex')}>`
  })
}

function md5(bytes: Buffer) {
  return createHash('md5').update(bytes).digest()
}

function rc4(key: Buffer, bytes: Buffer) {
  const state = Array.from({ length: 256 }, (_, index) => index)
  const at = (index: number) => state[index & 255] ?? 0
  const swap = (one: number, other: number) => {
    ;[state[one & 255], state[other & 255]] = [at(other), at(one)]
  }
  for (let i = 0, j = 0; i < 256; i += 1) {
    j = (j + at(i) + (key[i % key.length] ?? 0)) & 255
    swap(i, j)
  }
  let i = 0
  let j = 0
  return bytes.map((byte) => {
    i += 1
    j += at(i)
    swap(i, j)
    return byte ^ at(at(i) + at(j))
  }) as Buffer
}
