/** Codings we make, the smallest result first: that is the order where a client likes several alike. */
const CODINGS = ['br', 'gzip', 'identity'] as const
export type Coding = (typeof CODINGS)[number]

/**
 * The codings an Accept-Encoding header lets us use, the best first (RFC 9110, 12.5.3). Empty where it refuses all. Without
 * a header anything would be allowed; we take it that such a client unpacks nothing.
 */
export function acceptedCodings(header: string | undefined): readonly Coding[] {
  if (header === undefined) return PLAIN
  let codings = known.get(header)
  if (codings === undefined) {
    codings = parse(header)
    // Browsers send a handful of values; one who sends others on and on must not fill the memory.
    if (known.size >= KNOWN_HEADERS) known.clear()
    known.set(header, codings)
  }
  return codings
}

const PLAIN: readonly Coding[] = ['identity']
const KNOWN_HEADERS = 100
const known = new Map<string, readonly Coding[]>()

function parse(header: string): readonly Coding[] {
  const weights = new Map<string, number>()
  for (const member of header.toLowerCase().split(',')) {
    const [coding = '', ...parameters] = member.split(';').map((part) => part.trim())
    weights.set(coding === 'x-gzip' ? 'gzip' : coding, weightOf(parameters))
  }
  const weightOfCoding = (coding: Coding) =>
    // Not named, the plain form is allowed, yet anything that is named is wanted more.
    weights.get(coding) ?? weights.get('*') ?? (coding === 'identity' ? 0.0001 : 0)
  return CODINGS.filter((coding) => weightOfCoding(coding) > 0).sort((a, b) => weightOfCoding(b) - weightOfCoding(a))
}

/** From 0 to 1; a weight that cannot be read counts as a refusal, since the plain form is always a way out. */
function weightOf(parameters: readonly string[]) {
  const given = parameters.find((parameter) => parameter.startsWith('q='))
  if (given === undefined) return 1
  const weight = Number(given.slice(2))
  return weight >= 0 && weight <= 1 ? weight : 0
}
