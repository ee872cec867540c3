import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { stringify } from 'yaml'
import type { Env } from '#app/cms/platform/env.server.ts'
import { pdfOf } from './pdf-bytes.ts'
import type { Asked } from './send-unchanged.ts'

/** Offer documents that need a confirmation, and ways to ask for their files without one. */

/** The files of gated documents: none of their bytes may reach a visitor who has not confirmed. */
export const FILES = {
  rhp: 'documents/rhp.pdf',
  earlier: 'documents/rhp-earlier.pdf',
  further: 'documents/rhp-annexure.pdf',
  abridged: 'documents/abridged-prospectus.pdf',
  shared: 'policies/addendum.pdf',
}
/** That of one that is not public yet. */
export const HIDDEN = 'documents/prospectus.pdf'
/** What all of these files begin with. */
export const PDF = pdfOf(40_000)

const since = '2026-01-02T04:30:00Z'
const published = (...files: string[]) => files.map((file) => ({ fileUrl: addressOfFile(file), since, name: '' }))

/** The own address of one of these files. */
export function addressOfFile(file: string) {
  return file.startsWith('policies/') ? `/${file}` : `/uploads/${file}`
}

/** Writes the files, and the documents that have them, to the folders of a site that is not open yet. */
export function writeGatedDocuments({ uploadsDir, contentDir }: Pick<Env, 'uploadsDir' | 'contentDir'>) {
  for (const file of [...Object.values(FILES), HIDDEN]) {
    mkdirSync(path.join(uploadsDir, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(uploadsDir, file), Buffer.concat([PDF, Buffer.from(`% ${file}`)]))
  }
  const write = (key: string, content: Record<string, unknown>) => {
    writeFileSync(path.join(contentDir, 'documents', `${key}.yaml`), stringify({ date: '2026-01-02', ...content }))
  }
  write('red-herring-prospectus', {
    title: 'Red Herring Prospectus',
    kind: 'rhp',
    fileUrl: addressOfFile(FILES.rhp),
    files: [{ _id: 'a', title: 'Annexure', fileUrl: addressOfFile(FILES.further) }],
    published: published(FILES.earlier, FILES.rhp, FILES.further),
  })
  write('abridged-prospectus', {
    title: 'Abridged prospectus',
    kind: 'abridged-prospectus',
    fileUrl: addressOfFile(FILES.abridged),
    published: published(FILES.abridged),
  })
  // The same file is also that of a document without a gate.
  write('addendum', { title: 'Addendum', kind: 'addendum', fileUrl: addressOfFile(FILES.shared) })
  write('other', { title: 'Other', kind: 'other', fileUrl: addressOfFile(FILES.shared) })
  write('prospectus', {
    title: 'Prospectus',
    kind: 'prospectus',
    visibility: 'hidden',
    fileUrl: addressOfFile(HIDDEN),
  })
}

const SIZE = 16
const blocks = new Set(Array.from({ length: PDF.length - SIZE }, (_, at) => PDF.toString('latin1', at, at + SIZE)))

/** True if a body has 31 bytes of these files or more in a row, or is a part of one. */
export function hasBytesOfFile(body: Buffer) {
  for (let at = 0; at + SIZE <= body.length; at += SIZE) {
    if (blocks.has(body.toString('latin1', at, at + SIZE))) return true
  }
  return body.length > 0 && body.length < SIZE && PDF.includes(body)
}

/** The fixed addresses of these documents. */
export const FIXED_ADDRESSES = ['red-herring-prospectus', 'abridged-prospectus', 'addendum', 'prospectus', 'other'].map(
  (slug) => `/documents/${slug}`,
)

/** The own addresses of their files. */
export const FILE_ADDRESSES = [...Object.values(FILES), HIDDEN].map(addressOfFile)

/** Other addresses below which a file might be served. */
export function otherAddresses() {
  return [...Object.values(FILES), HIDDEN].flatMap((file) => [
    `/uploads/${file}`,
    `/${file}`,
    `/variants/${file}/640.webp`,
    `/confirmed/${file}`,
    `/confirmed/${(Date.now() + 60_000).toString(36)}.${'A'.repeat(43)}/${file}`,
    `/api/${file}`,
    `/data/staged/${file}`,
    `/assets/${file}`,
  ])
}

/** Methods and headers with which an address might serve more. */
export const REQUESTS: Asked[] = [
  {},
  { method: 'HEAD' },
  { method: 'POST', headers: { 'sec-fetch-site': 'same-origin' } },
  { method: 'POST', headers: { 'sec-fetch-site': 'cross-site' } },
  { method: 'OPTIONS' },
  { method: 'PUT', headers: { 'sec-fetch-site': 'same-origin' } },
  { method: 'PROPFIND' },
  { headers: { range: 'bytes=0-99' } },
  { headers: { range: 'bytes=-500' } },
  { headers: { range: 'bytes=0-' } },
  { headers: { range: 'bytes=100-199', 'if-range': '"1"' } },
  { headers: { 'if-none-match': '"1"' } },
  { headers: { 'if-none-match': '*' } },
  { headers: { 'if-match': '*' } },
  { headers: { 'if-modified-since': 'Thu, 01 Jan 1970 00:00:00 GMT' } },
  { headers: { 'if-unmodified-since': 'Wed, 21 Oct 2065 07:28:00 GMT' } },
  { headers: { 'accept-encoding': 'br, gzip' } },
  { headers: { accept: 'application/pdf' } },
  { headers: { cookie: 'session=forged; __Host-session=forged' } },
  { headers: { authorization: 'Bearer forged' } },
  { headers: { 'x-forwarded-host': 'localhost:3000', 'x-original-url': '/', 'x-http-method-override': 'GET' } },
]

/** Spellings of an address that the site, or a server in front of it, may treat as the same address. */
export function spellingsOf(address: string) {
  const name = path.basename(address)
  const at = (next: string) => address.replace(name, next)
  return [
    address,
    `${address}/`,
    `/${address}`,
    `${address}?v=1`,
    `${address}?file=${encodeURIComponent('documents/rhp.pdf')}&answer=confirmed`,
    `${address}?_data=root`,
    `${address}.data`,
    `${address}%00`,
    `${address};x`,
    `${address}.`,
    `${address}%2e`,
    `${address}::$DATA`,
    `${address}/watch`,
    `${address}/watch.data`,
    address.replace(/\.[^.]+$/, (ending) => ending.toUpperCase()),
    `http://evil.example${address}`,
    `${address}#x`,
    at(`/${name}`),
    at(`./${name}`),
    at(`x/../${name}`),
    at(`%2e/${name}`),
    at(name.toUpperCase()),
    at(name.replace('.', '%2E')),
    at(`%${name.charCodeAt(0).toString(16)}${name.slice(1)}`),
    at(`%25${name.charCodeAt(0).toString(16)}${name.slice(1)}`),
    address.replace('/documents/', '%2Fdocuments/').replace('/policies/', '/%70olicies/'),
    address.replace('/documents/', '/Documents/').replace('/policies/', '/Policies/'),
  ]
}
