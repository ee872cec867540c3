import { siteProfile } from '#app/cms/platform/site-profile.ts'
import MarkdownIt from 'markdown-it'
import { cleanText } from './clean-text.ts'
import { text } from './fields.ts'
import { isSafeLink, likelyLink, tidyLink } from './link-target.ts'

/** Where a link or a picture of a Markdown text leads. */
interface MarkdownTarget {
  kind: 'link' | 'picture'
  /** As browsers get it: spaces and foreign letters are encoded. */
  target: string
}

/** Errors shown for one text. */
const MAX_WRONG = 5

/**
 * Required text in Markdown. Its links follow the rules of link fields. Its pictures are uploaded files, because the
 * pages of the site show no pictures of other sites.
 */
export function markdown(label: string, max: number) {
  return text(label, max, cleanMarkdown).check(({ value, issues }) => {
    for (const message of wrongTargets(value).slice(0, MAX_WRONG)) {
      issues.push({ code: 'custom', input: value, message: `${label}: ${message}` })
    }
  })
}

/** As {@link cleanText}, but with the indent of a first line that is code: four spaces or a tab make it that. */
function cleanMarkdown(text: string): string {
  const cleaned = cleanText(text)
  const first = text.split(/[\r\n]/).find((line) => line.trim() !== '') ?? ''
  const indent = /^[ \t]*/.exec(first)?.[0] ?? ''
  return cleaned !== '' && /\t| {4}/.test(indent) ? indent + cleaned : cleaned
}

/** What every link and every picture has in its Markdown: `](…)`, `]: …` of a definition, or `<…>`. */
const TARGET_SYNTAX = /\](?:\(|:)|</

/** A link whose target is right as it is written. It has no entity, which the parser would decode. */
const PLAIN_LINK = /\]\((?:\/(?!\/)|#|https:\/\/\w)[\w./#?=%+~-]*\)/g

/** The links and pictures of a Markdown text, in order, as its page shows them. */
export function markdownTargets(value: string): MarkdownTarget[] {
  if (!TARGET_SYNTAX.test(value)) return []
  return parser.parse(value, {}).flatMap(({ children }) =>
    (children ?? []).flatMap((token): MarkdownTarget[] => {
      const target = token.attrGet(token.type === 'image' ? 'src' : 'href')
      return typeof target === 'string' ? [{ kind: token.type === 'image' ? 'picture' : 'link', target }] : []
    }),
  )
}

// The same rules as for the HTML of the page.
const parser = new MarkdownIt({ html: false, linkify: false, typographer: false })

function wrongTargets(value: string): string[] {
  // A start checks thousands of texts, and most have only such links: parsing them takes a sixth of it.
  if (!value.includes('![') && !TARGET_SYNTAX.test(value.replaceAll(PLAIN_LINK, ''))) return []
  const wrong = markdownTargets(value).flatMap(({ kind, target }) => {
    const shown = parser.normalizeLinkText(target)
    if (kind === 'picture') return isUpload(target) ? [] : wrongPicture(shown)
    return isSafeLink(tidyLink(target)) ? [] : wrongLink(target, shown)
  })
  return [...new Set(wrong)]
}

function isUpload(target: string) {
  return /^\/uploads\/[^\\?#]+$/.test(target) && !/(?:^|\/)\.\.?(?:\/|$)/.test(target)
}

function wrongPicture(shown: string) {
  return `the picture “${shown}” is not one of this site, so the page cannot show it. Upload it, then use its address, which starts with /uploads/`
}

function wrongLink(target: string, shown: string) {
  const likely = likelyLink(target)
  const rule = `must be a path such as ${siteProfile().examples.page}, or an address that starts with https://, mailto: or tel:`
  return `the link “${shown}” ${rule}${likely === undefined ? '' : `. Type ${likely}`}`
}
