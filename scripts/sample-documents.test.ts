import { readFileSync, readdirSync } from 'node:fs'
import path from 'node:path'
import { inflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { sampleDocuments } from './sample-documents.mjs'
import { writePdf } from './sample-documents/write-pdf.mjs'

const root = path.resolve(import.meta.dirname, '..')
const uploads = path.join(root, 'uploads')
const LARGEST = 60_000

test('the folders of documents: hold the samples and nothing else', () => {
  const shipped = readdirSync(uploads, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.pdf'))
  expect(shipped.map((file) => file.replaceAll(path.sep, '/')).sort()).toEqual(sampleDocuments.map(fileOf).sort())
})

test('every PDF that content names: ships', () => {
  const contentDir = path.join(root, 'content')
  const named = readdirSync(contentDir, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(?:yaml|md)$/.test(file))
    .flatMap(
      (file) => readFileSync(path.join(contentDir, file), 'utf8').match(/\/(?:uploads|policies)\/\S+\.pdf/g) ?? [],
    )
    .map((address) => address.replace(/^\/(?:uploads\/)?/, ''))
  expect(named.length).toBeGreaterThan(30)
  expect(named.filter((file) => !sampleDocuments.map(fileOf).includes(file))).toEqual([])
})

describe.each(sampleDocuments)('$file', (sample) => {
  const bytes = readFileSync(path.join(uploads, sample.file))
  const pdf = bytes.toString('latin1')

  test('shipped bytes: small, and what the script makes', async () => {
    expect(bytes.length).toBeLessThanOrEqual(LARGEST)
    expect(Buffer.compare(await writePdf(sample), bytes), 'run node scripts/sample-documents.mjs').toBe(0)
  })

  test('for screen readers: title, language and structure', () => {
    expect(pdf.slice(0, 8)).toBe('%PDF-1.7')
    expect(pdf).toContain('/Lang (en-IN)')
    expect(pdf).toContain('/Marked true')
    expect(pdf).toContain(`(${sample.title.replace(/[()]/g, '\\$&')})`)
  })

  test('its face: the title, and the mark that it is a sample', () => {
    const pages = textsOfPages(pdf)
    expect(pages.length).toBe([...pdf.matchAll(/\/Type \/Page\s/g)].length)
    expect(withoutSpaces(pages[0] ?? '')).toContain(withoutSpaces(sample.title))
    expect(pages.filter((text) => !text.includes('SAMPLE'))).toEqual([])
    expect(pages.join('').length).toBeGreaterThan(800)
  })
})

function fileOf({ file }: { file: string }) {
  return file
}

function withoutSpaces(text: string) {
  return text.replace(/\s/g, '')
}

/** Text of each content stream, as far as our own files need it: compressed, strings in hex inside TJ. */
function textsOfPages(pdf: string) {
  const streams = [...pdf.matchAll(/\/Filter \/FlateDecode\s*>>\s*stream\r?\n([\s\S]*?)\r?\nendstream/g)]
  return streams
    .map(([, stream = '']) => inflateSync(Buffer.from(stream, 'latin1')).toString('latin1'))
    .filter((content) => content.includes('TJ'))
    .map((content) =>
      [...content.matchAll(/\[([^\]]*)\] TJ/g)]
        .map(([, strings = '']) =>
          Buffer.from(
            strings
              .match(/<[0-9a-f]*>/g)
              ?.join('')
              .replace(/[<>]/g, '') ?? '',
            'hex',
          ),
        )
        .map((line) => line.toString('latin1'))
        .join('\n'),
    )
}
