/**
 * A time of captions. Hours may have any digits and may be left out, minutes and seconds have two, and the fraction
 * follows a point (WebVTT, 6.3: collecting a timestamp).
 */
const TIME = String.raw`(?:(\d+):)?([0-5]\d):([0-5]\d)\.(\d{3})`
const TIMES = new RegExp(String.raw`^[ \t]*${TIME}[ \t]*-->[ \t]*${TIME}(?!\d)`)

/** Times as SubRip and some programs write them: with a comma. */
const COMMAS = /^[ \t]*(?:\d+:)?\d\d:\d\d[.,]\d{3}[ \t]*-->[ \t]*(?:\d+:)?\d\d:\d\d[.,]\d{3}(?!\d)/

/** A line that was meant as one of times. */
const LIKELY_TIMES = /-->|^[ \t]*\d+:\d[\d:.,]*[ \t]*[-–—=]+>?[ \t]*\d+:\d/

/** What browsers make of captions. */
interface Captions {
  /** How many of them are shown: with words, and an end after their start. */
  shown: number
  /** The first line that is no line of times though it looks like one, with its number from 1. Browsers ignore it. */
  wrong: { line: number; text: string } | undefined
}

/** Reads captions by the rules of browsers (WebVTT, 6.1): each line of times begins one, an empty line ends it. */
export function readCaptions(text: string): Captions {
  const lines = linesOf(text)
  const captions: Captions = { shown: 0, wrong: undefined }
  for (let at = 1; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const times = TIMES.exec(line)
    if (times) {
      const words = lines[at + 1] ?? ''
      const hasWords = words.trim() !== '' && !words.includes('-->')
      if (hasWords && millisecondsOf(times.slice(5)) > millisecondsOf(times.slice(1, 5))) captions.shown += 1
    } else if (LIKELY_TIMES.test(line)) {
      captions.wrong ??= { line: at + 1, text: line.trim() }
    }
  }
  return captions
}

/**
 * Captions as WebVTT: those of SubRip (SRT) get its first line, and commas in their times become points. Other texts stay
 * as they are.
 */
export function asWebVtt(text: string): string {
  // This also removes a byte order mark.
  const trimmed = text.trimStart()
  const isSubRip = /^(?:\d+[ \t]*(?:\r\n|\r|\n)[ \t]*)?\d+:\d\d:\d\d,\d{3}[ \t]*-->/.test(trimmed)
  const plain = isSubRip ? `WEBVTT\n\n${trimmed}` : text
  // The line breaks are a part of the list, so that they stay.
  return plain
    .split(/(\r\n|\r|\n)/)
    .map((line) => {
      if (COMMAS.test(line)) return line.replace(/^(.*?-->[ \t]*\S+)/, (times) => times.replaceAll(',', '.'))
      return isSubRip ? wordsOfSubRip(line) : line
    })
    .join('')
}

/** SubRip has marks for fonts and positions that WebVTT does not know, and its other signs mean themselves. */
function wordsOfSubRip(line: string) {
  return line
    .replaceAll(/<\/?font\b[^>]*>|\{\\[^}]*\}/gi, '')
    .replaceAll(/&(?!(?:#\d+|#x[\da-f]+|[a-z]+);)/gi, '&amp;')
    .replaceAll(/<(?!\/?[biu]>)/gi, '&lt;')
}

function millisecondsOf(parts: readonly (string | undefined)[]) {
  const [hours = '0', minutes, seconds, milliseconds] = parts
  return ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1000 + Number(milliseconds)
}

function linesOf(text: string) {
  return text.split(/\r\n|\r|\n/)
}
