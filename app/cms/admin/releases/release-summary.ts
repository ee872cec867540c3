import { countOf, enumerate } from '#app/cms/platform/format/words.ts'
import { formatMoment } from '#app/cms/publishing/releases/release-time.ts'

interface Planned {
  /** ISO 8601. */
  time: string | undefined
  /** The number of sections and files that become public. */
  sections: number
  files: number
}

/** What a release will do, in one sentence. */
export function summaryOf({ time, sections, files }: Planned): string {
  const words = [sections > 0 && countOf(sections, 'section'), files > 0 && countOf(files, 'file')].filter(
    (word) => word !== false,
  )
  if (words.length === 0) return 'Nothing is in this release yet.'
  const what = `${enumerate(words)} ${sections + files === 1 ? 'becomes public' : 'become public together'}`
  return time === undefined ? `${what} when a person publishes this release.` : `On ${formatMoment(time)}, ${what}.`
}
