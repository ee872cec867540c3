import type { ApiBody, ApiOperation } from './api-operation.ts'

export interface CurlExample {
  /** What the example sends, such as `JSON`. */
  label: string
  /** A command for a POSIX shell. `$TOKEN` and `$PASSWORD` are variables of it, files stand in its folder. */
  command: string
}

/** Commands that make a call: with JSON, and with a form where it can carry a file or a secret. */
export function curlExamples(operation: ApiOperation, origin: string): CurlExample[] {
  const { bodies } = operation
  if (bodies.length === 0) return [{ label: 'curl', command: command(operation, origin) }]
  return bodies
    .filter((body) => isShown(body, bodies))
    .map((body) => ({
      label: LABELS[body.mediaType],
      command: command(operation, origin, body),
    }))
}

const LABELS: Record<ApiBody['mediaType'], string> = {
  'application/json': 'curl with JSON',
  'multipart/form-data': 'curl with a file',
  'application/x-www-form-urlencoded': 'curl with a form',
}

/** A variable of the shell cannot stand in JSON that is quoted. */
function isShown({ mediaType, files, example }: ApiBody, bodies: readonly ApiBody[]) {
  const hasSecret = Object.values(example).some(isVariable)
  if (hasSecret) return mediaType === 'application/x-www-form-urlencoded'
  return mediaType === 'application/json' || Object.keys(files).length > 0 || bodies.length === 1
}

function command({ method, path, access, idExample = '' }: ApiOperation, origin: string, body?: ApiBody) {
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `
  const parts = [
    `curl ${verb}${quote(origin + path.replace('{id}', idExample))}`,
    ...(access === 'administrator' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(body ? bodyOptions(body) : []),
  ]
  return parts.join(' \\\n  ')
}

function bodyOptions({ mediaType, example, files }: ApiBody): string[] {
  if (mediaType === 'application/json') {
    return [`-H 'Content-Type: application/json'`, `-d ${quote(JSON.stringify(example, null, 2))}`]
  }
  const option = mediaType === 'multipart/form-data' ? '--form-string' : '--data-urlencode'
  return Object.entries(example).flatMap(([name, value]) =>
    Object.hasOwn(files, name)
      ? [value].flat().map((file) => `-F ${quote(`${name}=@${String(file)}`)}`)
      : [`${option} ${isVariable(value) ? `"${name}=${value}"` : quote(`${name}=${String(value)}`)}`],
  )
}

function isVariable(value: unknown): value is string {
  return typeof value === 'string' && /^\$[A-Z]+$/.test(value)
}

/** Quotes for a POSIX shell, only where it needs them. */
function quote(text: string) {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll(`'`, `'\\''`)}'`
}
