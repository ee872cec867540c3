import { fileAt } from '#app/cms/media/media-address.ts'
import type { Media } from '#app/cms/media/media.server.ts'
import { formatDay } from '#app/cms/platform/format/day.ts'
import { languageName } from '#app/cms/platform/format/language-name.ts'
import { formatSheetTime } from '#app/cms/platform/format/time.ts'
import { kindOf } from '#app/site/collections/documents/document-kinds.ts'
import { fileType } from '#app/site/collections/documents/file-type.ts'
import { isCaptions } from '#app/site/collections/documents/films.ts'
import { gateOf, gateOfFile } from '#app/site/collections/documents/gate-address.ts'
import { periodLabel } from '#app/site/collections/documents/financial-period.ts'
import type { RegisterRow, ShownMoment, StoredFacts } from './register-row.ts'
import type { DocumentRegister, RegisteredDocument } from './register.server.ts'

type Indexes = Pick<Media, 'documents' | 'hashes'>

/** What visitors read of a document in the register. Size, pages and SHA-256 are those of the files, from memory. */
export function registerRow(
  document: RegisteredDocument,
  { media, register }: { media: Indexes; register: Pick<DocumentRegister, 'watchPageOf'> },
): RegisterRow {
  const { slug, title, kind, date, filedOn, language, fileUrl, withdrawn } = document
  const { label, page = gateOf(document) } = kindOf(kind)
  const shown = {
    ...{ slug, title, date, filedOn, kind: label, period: shownPeriod(document), language: languageName(language) },
    ...{ page, file: undefined, watch: undefined, files: [], earlier: [], withdrawn },
  }
  // Nothing leads to the bytes of a withdrawn document.
  if (withdrawn) return shown
  return {
    ...shown,
    file: { type: fileType(fileUrl), isOurs: fileAt(fileUrl) !== undefined, ...factsOf(fileUrl, media) },
    watch: register.watchPageOf(slug),
    // Captions are shown by the player.
    files: furtherFiles(document)
      .filter((file) => !isCaptions(file))
      .map(({ title: name, fileUrl: address, href }) => ({
        ...{ title: name, href, type: fileType(address), isOurs: fileAt(address) !== undefined },
        isPage: href !== address,
        ...factsOf(address, media),
      })),
    ...versionsOf(document, media),
  }
}

/** The further files, each with its address, or with the page where visitors confirm a text first. */
export function furtherFiles(document: RegisteredDocument) {
  const gate = gateOf(document)
  return document.files.flatMap(({ title, fileUrl }) => {
    if (gate === undefined) return [{ title, fileUrl, href: fileUrl }]
    const file = fileAt(fileUrl)
    return file === undefined ? [] : [{ title, fileUrl, href: gateOfFile(gate, document, file) }]
  })
}

/** When the current file became public, and the main files before it, the newest first. */
function versionsOf({ published }: RegisteredDocument, media: Indexes) {
  const versions = published
    .filter(({ name }) => name === '')
    .map(({ fileUrl, since }) => ({ since: shownMoment(since), sha256: factsOf(fileUrl, media).sha256 }))
  const earlier = versions.slice(1).map(({ since: until }, index) => ({ until, version: versions[index] }))
  return {
    since: versions.at(-1)?.since,
    earlier: earlier.flatMap(({ until, version }) => (version ? [{ ...version, until }] : [])).toReversed(),
  }
}

/** Not made in the browser: that would need the formats of times, which only staff load. */
function shownMoment(iso: string): ShownMoment {
  const [day = '', clock = ''] = formatSheetTime(iso).split(' ')
  return { iso, text: `${formatDay(day)}, ${clock}` }
}

/** What the indexes know of the file at an address. Nothing of a file of another site, or one that is missing. */
export function factsOf(address: string, { documents, hashes }: Indexes): StoredFacts {
  const file = fileAt(address)
  const stored = file === undefined ? undefined : documents.stored(file)
  if (!stored) return {}
  const { bytes, pdf } = stored
  return { bytes, pages: pdf && 'pages' in pdf ? pdf.pages : undefined, sha256: hashes.find(stored.file) }
}

/** `FY 2024-25`, the day of an event, or '' for a document without a period. */
function shownPeriod({ financialYear, period, eventDay }: RegisteredDocument): string {
  if (financialYear !== '') return periodLabel(financialYear, period)
  return eventDay === '' ? '' : formatDay(eventDay)
}
