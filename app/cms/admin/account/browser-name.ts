/**
 * The name of a browser from its User-Agent header: `Chrome 131 on Windows`; for another program, its own name: `curl
 * 8`. Use it only to distinguish sessions: a client can send anything in this header.
 */
export function browserName(userAgent: string): string {
  const browser = browsers.find(({ pattern }) => pattern.test(userAgent)) ?? program
  const match = browser.pattern.exec(userAgent)
  if (!match) return 'Unknown browser'
  const { name = browser.name, version } = match.groups ?? {}
  const system = systems.find(({ pattern }) => pattern.test(userAgent))?.name
  return [name, version].filter(Boolean).join(' ') + (system === undefined ? '' : ` on ${system}`)
}

interface Pattern {
  name: string
  pattern: RegExp
}

/** The order matters: most browsers also name the browsers that they are compatible with. */
const browsers: Pattern[] = [
  { name: 'Edge', pattern: /Edg(?:A|iOS)?\/(?<version>\d+)/ },
  { name: 'Opera', pattern: /OPR\/(?<version>\d+)/ },
  { name: 'Samsung Internet', pattern: /SamsungBrowser\/(?<version>\d+)/ },
  { name: 'Firefox', pattern: /(?:Firefox|FxiOS)\/(?<version>\d+)/ },
  { name: 'Chrome', pattern: /(?:Chrome|CriOS)\/(?<version>\d+)/ },
  { name: 'Chrome', pattern: /HeadlessChrome\/(?<version>\d+)/ },
  { name: 'Safari', pattern: /Version\/(?<version>\d{1,4})\b.{0,60} Safari\// },
]

const program: Pattern = { name: '', pattern: /^(?!Mozilla\/)(?<name>[\w.-]{1,40})(?:\/(?<version>\d+))?/ }

const systems: Pattern[] = [
  { name: 'Windows', pattern: /Windows NT/ },
  { name: 'iPhone', pattern: /iPhone/ },
  { name: 'iPad', pattern: /iPad/ },
  { name: 'Android', pattern: /Android/ },
  { name: 'ChromeOS', pattern: /CrOS/ },
  { name: 'macOS', pattern: /Macintosh/ },
  { name: 'Linux', pattern: /Linux/ },
]
