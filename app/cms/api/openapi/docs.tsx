import { renderToStaticMarkup } from 'react-dom/server'
import { contentSecurityPolicy, ownNames } from '#app/cms/platform/content-security-policy.server.ts'
import { endpointAction, endpointLoader, type Endpoint } from '#app/cms/api/content/endpoint.server.ts'
import { descriptionResponse, oncePerContent, readOpenApi } from './document.server.ts'
import stylesheet from './docs.css?url'
import { currentSite } from '#app/cms/site.server.ts'
import { siteProfile } from '#app/cms/platform/site-profile.ts'
import { z } from 'zod'

const readPage = oncePerContent(
  () => `<!DOCTYPE html>${renderToStaticMarkup(<DocsPage document={readOpenApi()} stylesheet={stylesheet} />)}`,
)

const endpoint: Endpoint = {
  GET(request) {
    const headers = {
      'content-type': 'text/html; charset=utf-8',
      // The development server serves the stylesheet from another path.
      ...(currentSite().env.nodeEnv !== 'development' && {
        'content-security-policy': contentSecurityPolicy(ownNames(request, currentSite().env)),
      }),
    }
    return descriptionResponse(request, readPage(), headers)
  },
}

/** `/api/docs`: the OpenAPI document as a page for people, without the scripts of the site. */
export const loader = endpointLoader(() => endpoint)
export const action = endpointAction('editor', () => endpoint)

const operationSchema = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().optional(),
  security: z.array(z.unknown()),
  parameters: z.array(
    z.object({ name: z.string().optional(), in: z.string().optional(), example: z.string().optional() }),
  ),
  requestBody: z
    .object({
      content: z.record(
        z.string(),
        z.object({
          example: z.record(z.string(), z.unknown()),
          encoding: z.record(z.string(), z.unknown()).optional(),
        }),
      ),
    })
    .optional(),
  responses: z.record(z.string(), z.object({ description: z.string().optional(), $ref: z.string().optional() })),
})

/** The parts of the OpenAPI document that the page shows. */
const documentSchema = z.object({
  info: z.object({ title: z.string(), description: z.string() }),
  servers: z.tuple([z.object({ url: z.string() })]),
  tags: z.array(z.object({ name: z.string() })),
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
  components: z.object({ responses: z.record(z.string(), z.object({ description: z.string() })) }),
})

type Document = z.infer<typeof documentSchema>

/** An operation with its address, as the page shows it. */
interface Call extends z.infer<typeof operationSchema> {
  method: string
  path: string
}

interface DocsPageProps {
  document: unknown
  stylesheet: string
}

/** The whole page that describes the API to people. It needs no script. */
function DocsPage({ document, stylesheet }: DocsPageProps) {
  const api = documentSchema.parse(document)
  const { info, servers, tags } = api
  const origin = servers[0].url
  const calls = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Call => ({ ...operation, method, path })),
  )
  return (
    <html lang={siteProfile().language}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{info.title}</title>
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={stylesheet} />
      </head>
      <body>
        <main>
          <h1>{info.title}</h1>
          {info.description.split('\n\n').map((rule) => (
            <p key={rule}>{rule}</p>
          ))}
          <p>
            Fields and their limits are in <a href="/api/openapi.json">openapi.json</a>, the OpenAPI 3.1 document of
            this API. <a href="/">Back to the website</a>
          </p>
          <p>The commands below read the token from a variable of the shell. This command sets it:</p>
          <pre>{tokenCommand(origin)}</pre>
          {tags.map(({ name }) => (
            <section key={name}>
              <h2>{name}</h2>
              {calls
                .filter((call) => call.tags.includes(name))
                .map((call) => (
                  <Operation key={call.operationId} call={call} api={api} />
                ))}
            </section>
          ))}
        </main>
      </body>
    </html>
  )
}

function Operation({ call, api }: { call: Call; api: Document }) {
  const { operationId, method, path, summary, description = '', security, responses } = call
  return (
    <details id={operationId}>
      <summary>
        <b>{method.toUpperCase()}</b> <code>{path}</code> <span>{summary}</span>
      </summary>
      {security.length > 0 && <p>For staff.</p>}
      {description !== '' && description.split('\n\n').map((note) => <p key={note}>{note}</p>)}
      <ul>
        {Object.entries(responses).map(([status, response]) => (
          <li key={status}>
            <b>{status}</b>{' '}
            {response.description ?? api.components.responses[response.$ref?.split('/').at(-1) ?? '']?.description}
          </li>
        ))}
      </ul>
      {curlCommands(call, api.servers[0].url).map((command) => (
        <pre key={command}>{command}</pre>
      ))}
    </details>
  )
}

function tokenCommand(origin: string) {
  return [
    `TOKEN=$(curl -s ${origin}/api/auth/login \\`,
    `  --data-urlencode username=admin --data-urlencode "password=$PASSWORD" \\`,
    `  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
  ].join('\n')
}

type CurlCall = Pick<Call, 'method' | 'path' | 'security' | 'parameters' | 'requestBody'>
type Body = NonNullable<Call['requestBody']>['content'][string]

/**
 * Commands of a POSIX shell that make a call: with JSON, and with a form if the form can contain a file or a secret.
 * `$TOKEN` and `$PASSWORD` are variables of the shell. Files are in the current folder.
 */
export function curlCommands(call: CurlCall, origin: string): string[] {
  const bodies = Object.entries(call.requestBody?.content ?? {})
  if (bodies.length === 0) return [command(call, origin, [])]
  return bodies
    .filter(([mediaType, body]) => isShown(mediaType, body, bodies.length))
    .map(([mediaType, body]) => command(call, origin, bodyOptions(mediaType, body)))
}

/** A body with a secret is shown only as a form, because quoted JSON cannot contain a variable of the shell. */
function isShown(mediaType: string, { example, encoding }: Body, count: number) {
  const hasSecret = Object.values(example).some(isVariable)
  if (hasSecret) return mediaType === 'application/x-www-form-urlencoded'
  return mediaType === 'application/json' || encoding !== undefined || count === 1
}

function command({ method, path, security, parameters }: CurlCall, origin: string, options: string[]) {
  const inPath = parameters.filter((parameter) => parameter.in === 'path')
  const address = inPath.reduce((text, { name = 'id', example = '' }) => text.replace(`{${name}}`, example), path)
  const verb = method === 'get' ? '' : `-X ${method.toUpperCase()} `
  return [
    `curl ${verb}${quote(origin + address)}`,
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

/** Quotes a text for a POSIX shell, if necessary. */
function quote(text: string) {
  return /^[\w./:=@-]+$/.test(text) ? text : `'${text.replaceAll(`'`, `'\\''`)}'`
}
