import { formatLimit } from '#app/cms/platform/format/bytes.ts'
import { createHash } from 'node:crypto'
import { z } from 'zod'
import { createDocument, type ZodOpenApiObject, type ZodOpenApiContentObject } from 'zod-openapi'
import { etagOf, matchesIfNoneMatch } from '#app/cms/platform/http/etag.ts'
import type { SiteDefinition } from '#app/cms/define/define-site.ts'
import { apiSections } from '#app/cms/api/content/section-endpoint.server.ts'
import { apiCollections, type ApiCollection } from '#app/cms/api/content/entries-endpoint.server.ts'
import { pagesOf } from '#app/cms/define/collection-pages.ts'
import { entryOperations } from './entry-operations.server.ts'
import { headers, parameters, pathsOf, type Operation } from './operation.ts'
import { sectionOperations } from './section-operations.server.ts'
import { staffOperations } from './staff-operations.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import { loginFields } from '#app/cms/people/password-forms.ts'
import { imageFile } from '#app/cms/define/fields.ts'
import { noticeFields } from '#app/cms/inbox/privacy/shown-notice.ts'
import { contactMessage } from '#app/cms/inbox/stored-message.server.ts'
import type { UploadKind } from '#app/cms/define/upload-kind.ts'
import { FILE_KINDS, wordsOfKinds } from '#app/cms/media/library/library-file.ts'
import { fileField, IMAGE_TYPES } from './body-schemas.ts'

/** The OpenAPI 3.1 document (https://spec.openapis.org/oas/v3.1.1) of the API. Its examples are the current content. */
export const readOpenApi = oncePerContent(() => {
  const { content, definition } = currentSite()
  const company = definition.companyName(currentSite())
  const title = company === '' ? 'Content API' : `${company}: content API`
  const { ofSections, ofCollections } = operationsOf(definition)
  const operations = [
    ...ofSections.flatMap(({ section, make }) => make(content.find(section)?.value ?? {})),
    ...ofCollections.flatMap(({ served, make }) => make(firstEntries(served))),
  ]
  return createDocument(documentOf(title, [...serviceOperations(definition), ...operations, ...staffOperations()]), {
    override: describeField,
  })
})

/** Calls `make` again only if content that the API serves has changed since the last call. */
export function oncePerContent<Value>(make: () => Value): () => Value {
  let last: { version: string; value: Value } | undefined
  return () => {
    const { content, definition } = currentSite()
    const sections = [definition.details, ...apiSections().map(({ section }) => section)]
    const entries = apiCollections().flatMap(firstEntries)
    const version = [
      ...sections.map((section) => content.find(section)?.version ?? 'none'),
      ...entries.map((entry) => `${entry.key}:${entry.version}`),
    ].join(' ')
    if (last?.version !== version) last = { version, value: make() }
    return last.value
  }
}

/** A response with a description of the API. Caches may store it, but must revalidate it each time. */
export function descriptionResponse(request: Request, text: string, own: Record<string, string>): Response {
  const version = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const validators = { etag: etagOf(version), 'cache-control': 'public, no-cache' }
  if (matchesIfNoneMatch(request.headers.get('if-none-match'), version)) {
    return new Response(null, { status: 304, headers: validators })
  }
  return new Response(text, { headers: { ...validators, ...own } })
}

/** Made once for each site, because schemas do not change. */
const knownOperations = new WeakMap<SiteDefinition, ReturnType<typeof makeOperations>>()

function operationsOf(definition: SiteDefinition) {
  const known = knownOperations.get(definition) ?? makeOperations()
  knownOperations.set(definition, known)
  return known
}

function makeOperations() {
  return {
    ofSections: apiSections().map((served) => ({ section: served.section, make: sectionOperations(served) })),
    ofCollections: apiCollections().map((served) => ({ served, make: entryOperations(served) })),
  }
}

/** The entry of the examples: the first one that visitors find. Empty if there is none, or if only staff may read them. */
function firstEntries({ collection, api }: ApiCollection) {
  return api.staffOnly ? [] : pagesOf(currentSite(), collection).listed().slice(0, 1)
}

function documentOf(title: string, operations: readonly Operation[]): ZodOpenApiObject {
  return {
    openapi: '3.1.1',
    info: { title, version: '1', description: RULES.join('\n\n') },
    servers: [{ url: currentSite().env.publicOrigin }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths: pathsOf(operations),
    components: {
      parameters,
      headers,
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of POST /api/auth/login, or an access token made at /admin/account/tokens.',
        },
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: currentSite().auth.sessions.cookieName,
          description: 'The session cookie of a browser that has logged in, for requests from our own pages.',
        },
      },
    },
  }
}

/** The rules of all operations, one paragraph each. */
const RULES = [
  'Everyone can read the content, except what is for staff. Everything for staff, such as a write or a read of drafts and releases, needs the bearer token of POST /api/auth/login, an access token, or the session cookie of a browser on one of our own pages.',
  'Every response to a GET of content has an ETag. If you send it in If-None-Match, the response is 304 if nothing has changed. A write with If-Match is refused if the content no longer has that version. The content that a write replaces is saved in the history.',
  'Writes accept JSON or multipart/form-data. In a form, send lists, objects and numbers as JSON text. In a JSON body you may do this too. An unknown field is refused. The server sets the fields that are `readOnly`: what you send for them is replaced.',
  'Every address responds to HEAD and OPTIONS. Other methods that are not described here are refused with 405 and the header Allow.',
]

type Override = NonNullable<NonNullable<Parameters<typeof createDocument>[1]>['override']>

/** Completes the JSON schema that is generated from a zod schema. */
const describeField: Override = ({ zodSchema, jsonSchema, io }) => {
  const { upload, unit } = z.globalRegistry.get(zodSchema) ?? {}
  delete jsonSchema['upload']
  delete jsonSchema['columns']
  delete jsonSchema['reference']
  delete jsonSchema['titles']
  delete jsonSchema['unit']
  delete jsonSchema['readWith']
  if (upload) jsonSchema.description = describeUpload(upload)
  if (unit !== undefined) jsonSchema.description = `In ${unit}`
  if (io === 'output') delete jsonSchema.default
  // The server finds or creates the _id of an entry that is sent without one.
  else if (jsonSchema.required) jsonSchema.required = jsonSchema.required.filter((name) => name !== '_id')
}

function describeUpload(upload: UploadKind): string {
  if (upload.accepts === 'image') return 'File name of an image below /uploads/'
  return `Address of a file: ${wordsOfKinds([upload.accepts, ...(upload.also ?? [])])}`
}

/** The operations that belong to no section: logging in and out, messages of visitors, images. */
const serviceOperations = ({ notice }: SiteDefinition): Operation[] => [
  {
    method: 'post',
    path: '/api/auth/login',
    tag: 'Logging in',
    summary: 'Log in',
    notes: [
      'A program gets a bearer token for 12 hours. A browser on our own pages also gets a session cookie, and then the ' +
        'token works only together with that session.',
      'An account with a second factor cannot log in here: 403 with the code `second-factor-required`. Use an access ' +
        'token instead. Its owner makes it at /admin/account/tokens.',
    ],
    isPublic: true,
    body: textBodies(loginFields, { username: 'admin', password: '$PASSWORD' }),
    success: {
      status: 200,
      description: 'Logged in',
      schema: z.strictObject({ token: z.string(), username: z.string() }),
    },
    errors: [400, 401, 403, 413, 415, 422, 429, 503],
  },
  {
    method: 'post',
    path: '/api/auth/logout',
    tag: 'Logging in',
    summary: 'Log out',
    notes: ['Ends the token and the session of the request. An access token stays valid until its owner revokes it.'],
    success: { status: 204, description: 'Logged out', headers: ['Set-Cookie'] },
    errors: [401, 403],
  },
  {
    method: 'post',
    path: '/api/contact',
    tag: 'Contact',
    summary: 'Send a message to the company',
    notes: [
      'At most five messages in ten minutes from one address.',
      '`noticeVersion` and `noticeLanguage` say which privacy notice the person has read. They are stored if it was public.',
    ],
    isPublic: true,
    body: textBodies(contactMessage.extend(noticeFields).extend(notice?.asks?.shape ?? {}), {
      firstName: 'Ada',
      lastName: 'Lopez',
      email: 'ada@example.com',
      mobile: '+44 20 7946 0003',
      comments: 'Please send me your price list.',
    }),
    success: {
      status: 201,
      description: 'The message is stored',
      schema: z.strictObject({
        message: z.string(),
        ...(notice?.asks && {
          notes: z.array(z.string()).optional().describe('What was left out of the message, and why'),
        }),
      }),
      example: { message: 'Message sent successfully!' },
    },
    errors: [400, 403, 413, 415, 422, 429, 503],
  },
  {
    method: 'post',
    path: '/api/upload',
    tag: 'Uploads',
    summary: 'Store an image',
    notes: [
      `A ${FILE_KINDS.image.words} of at most ${formatLimit(FILE_KINDS.image.maxBytes)}. The image is stored without the metadata of the camera. The ` +
        'same image under the same name gets the same file name.',
    ],
    body: {
      'multipart/form-data': {
        schema: z.strictObject({ file: fileField('The image') }),
        example: { file: 'photo.jpg' },
        encoding: { file: { contentType: IMAGE_TYPES } },
      },
    },
    success: {
      status: 201,
      description: 'The name by which content refers to the image',
      schema: z.strictObject({ filename: imageFile('File') }),
      headers: ['Location'],
    },
    errors: [400, 401, 403, 413, 415, 422, 503, 507],
  },
]

/** A body of text fields only, as JSON and as both kinds of form. */
function textBodies(schema: z.ZodObject, example: Record<string, string>): ZodOpenApiContentObject {
  const body = { schema: z.strictObject(schema.shape), example }
  return { 'application/json': body, 'application/x-www-form-urlencoded': body, 'multipart/form-data': body }
}
