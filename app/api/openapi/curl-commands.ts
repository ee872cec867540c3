/** What a command needs of an OpenAPI operation. */
interface Call {
  method: string
  path: string
  security: unknown[]
  parameters: { in?: string | undefined; example?: string | undefined }[]
  requestBody?: { content: Record<string, Body> } | undefined
}

interface Body {
  example: Record<string, unknown>
  /** The fields that carry a file. */
  encoding?: Record<string, unknown> | undefined
}

/**
 * Commands of a POSIX shell that make a call: with JSON, and with a form if that can carry a file or a secret. `$TOKEN` and
 * `$PASSWORD` are variables of the shell; files are in its folder.
 */
export function curlCommands(call: Call, origin: string): string[] {
  const bodies = Object.entries(call.requestBody?.content ?? {})
  if (bodies.length === 0) return [command(call, origin, [])]
  return bodies
    .filter(([mediaType, body]) => isShown(mediaType, body, bodies.length))
    .map(([mediaType, body]) => command(call, origin, bodyOptions(mediaType, body)))
}

/** A variable of the shell cannot stand in JSON that is quoted. */
function isShown(mediaType: string, { example, encoding }: Body, count: number) {
  const hasSecret = Object.values(example).some(isVariable)
  if (hasSecret) return mediaType === 'application/x-www-form-urlencoded'
  return mediaType === 'application/json' || encoding !== undefined || count === 1
}

function command({ method, path, security, parameters }: Call, origin: string, options: string[]) {
  const id = parameters.find((parameter) => parameter.in === 'path')?.example ?? ''
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `
  return [
    `curl ${verb}${quote(origin + path.replace('{id}', id))}`,
    ...(security.length > 0 ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...options,
  ].join(' \\\n  ')
}

function bodyOptions(mediaType: string, { example, encoding = {} }: Body): string[] {
  if (mediaType === 'application/json') {
    return [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(example, null, 2))}`]
  }
  const option = mediaType === 'multipart/form-data' ? '--form-string' : '--data-urlencode'
  return Object.entries(example).flatMap(([name, value]) => {
    if (Object.hasOwn(encoding, name)) return [value].flat().map((file) => `-F ${quote(`${name}=@${String(file)}`)}`)
    if (isVariable(value)) return [`${option} "${name}=${value}"`]
    return [`${option} ${quote(`${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)}`]
  })
}

function isVariable(value: unknown): value is string {
  return typeof value === 'string' && /^\$[A-Z]+$/.test(value)
}

/** Quotes for a POSIX shell, only where it needs them. */
function quote(text: string) {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll(`'`, `'\\''`)}'`
}
