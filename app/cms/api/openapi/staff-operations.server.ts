import { z } from 'zod'
import type { ZodOpenApiContentObject } from 'zod-openapi'
import { RELEASE_CHANGES, releaseBody } from '#app/cms/api/releases/release-endpoint.server.ts'
import { draftInList, draftSchema, releaseInList, releaseSchema } from '#app/cms/api/releases/representation.server.ts'
import { currentSite } from '#app/cms/site.server.ts'
import type { ErrorStatus, NamedParameter, Operation } from './operation.ts'

const DRAFTS = 'Drafts'
const RELEASES = 'Releases'

const sectionParameter = (example: string): NamedParameter => ({
  in: 'path',
  name: 'section',
  description: 'Id of a section, as in /admin/{section}.',
  schema: { type: 'string' },
  example,
})

const id: NamedParameter = {
  in: 'path',
  name: 'id',
  description: 'The id of a release.',
  schema: { type: 'string', pattern: '^[0-9a-f]{12}$' },
  example: '0123456789ab',
}

const REFUSED: ErrorStatus[] = [401, 403, 404]
const WRITE: ErrorStatus[] = [401, 403, 404, 409, 503, 507]
const BODY: ErrorStatus[] = [400, 413, 415, 422]

const draftContent = z
  .record(z.string(), z.unknown())
  .meta({ id: 'DraftContent', description: 'The whole content of the section, as in the member content of its draft' })

/** The operations on drafts and releases. They need the role Editor; those that publish need the role Publisher. */
export function staffOperations(): Operation[] {
  const { content, definition } = currentSite()
  const shown = definition.apiExample
  const section = sectionParameter(shown.id)
  const { _id, ...example } = z.record(z.string(), z.unknown()).parse(content.find(shown)?.value ?? {})
  return [
    {
      method: 'get',
      path: '/api/drafts',
      tag: DRAFTS,
      summary: 'List all drafts, including the drafts of releases',
      success: { status: 200, description: 'At most 200', schema: z.array(draftInList) },
      errors: [401, 403],
    },
    ...draftOperations({ path: '/api/drafts/{section}', parameters: [section], tag: DRAFTS, example }),
    {
      method: 'post',
      path: '/api/drafts/{section}/publish',
      tag: DRAFTS,
      summary: 'Publish a draft',
      notes: ['Needs the role Publisher. The draft no longer exists after it is published, so a second call gets 404.'],
      parameters: [section],
      asks: true,
      condition: 'If-Match',
      success: {
        status: 200,
        description: 'The content that is published now',
        schema: draftContent,
        headers: ['ETag'],
      },
      errors: [...WRITE, 412, 422],
    },
    {
      method: 'get',
      path: '/api/releases',
      tag: RELEASES,
      summary: 'List releases',
      success: {
        status: 200,
        description: 'Releases that are not published yet, then the newest 100 past releases',
        schema: z.array(releaseInList),
      },
      errors: [401, 403],
    },
    {
      method: 'post',
      path: '/api/releases',
      tag: RELEASES,
      summary: 'Create a release',
      notes: ['At most 50 releases can be open.'],
      body: releaseContent(),
      success: { status: 201, description: 'The release', schema: releaseSchema, headers: ['Location'] },
      errors: [401, 403, 409, 503, 507, ...BODY],
    },
    {
      method: 'get',
      path: '/api/releases/{id}',
      tag: RELEASES,
      summary: 'Read a release: its state, drafts, conflicts, files and missing files',
      parameters: [id],
      success: { status: 200, description: 'The release', schema: releaseSchema },
      errors: REFUSED,
    },
    {
      method: 'put',
      path: '/api/releases/{id}',
      tag: RELEASES,
      summary: 'Change the name and the time of a release',
      notes: ['A scheduled release stays scheduled. To change it you need the role Publisher, and it needs a time.'],
      parameters: [id],
      body: releaseContent(),
      asks: true,
      success: { status: 200, description: 'The release', schema: releaseSchema },
      errors: [...WRITE, ...BODY],
    },
    {
      method: 'delete',
      path: '/api/releases/{id}',
      tag: RELEASES,
      summary: 'Delete a release that is not published',
      parameters: [
        id,
        {
          in: 'query',
          name: 'drafts',
          description:
            'Whether the drafts of the release become drafts outside any release (`detach`, the default) or are discarded, which needs the role Publisher.',
          schema: { type: 'string', enum: ['detach', 'discard'] },
          example: 'detach',
        },
      ],
      success: { status: 204, description: 'The release was deleted' },
      errors: [...WRITE, 422],
    },
    ...Object.keys(RELEASE_CHANGES).map((change): Operation => {
      const { summary, notes } = CHANGE_TEXTS[change] ?? { summary: change, notes: [] }
      return {
        method: 'post',
        path: `/api/releases/{id}/${change}`,
        tag: RELEASES,
        summary,
        notes: ['Needs the role Publisher.', ...notes],
        parameters: change === 'undo' ? [id, undoReason] : [id],
        asks: change === 'publish' || change === 'undo' || change === 'schedule',
        success: { status: 200, description: 'The release', schema: releaseSchema },
        errors: [...WRITE, 422],
      }
    }),
    ...draftOperations({
      path: '/api/releases/{id}/drafts/{section}',
      parameters: [id, section],
      tag: RELEASES,
      example,
    }),
    ...['add', 'take-out'].map((change): Operation => ({
      method: 'post',
      path: `/api/releases/{id}/drafts/{section}/${change}`,
      tag: RELEASES,
      summary:
        change === 'add'
          ? 'Move the draft of a section into a release'
          : 'Move the draft of a section out of a release',
      parameters: [id, section],
      asks: true,
      success: { status: 200, description: 'The release', schema: releaseSchema },
      errors: WRITE,
    })),
  ]
}

const CHANGE_TEXTS: Record<string, { summary: string; notes: string[] }> = {
  schedule: {
    summary: 'Schedule a release',
    notes: ['The release is published at its time. The time has to be in the future.'],
  },
  unschedule: {
    summary: 'Cancel the schedule of a release',
    notes: ['The release is then not published at its time.'],
  },
  publish: {
    summary: 'Publish a release now',
    notes: ['The whole release becomes public at the same moment, or nothing does. A second call gets 409.'],
  },
  undo: {
    summary: 'Undo a published release',
    notes: [
      'All changes of the release are undone at the same moment. Later changes in other fields are not undone.',
      'The release then has the state `open`, and the changes are its drafts again. It can be changed, and published or scheduled again. A section that needs approval has to be approved again.',
      'An entry that the release has made and that has to be kept, such as a public document, is withdrawn with the `reason`. Without one the response is 422 and nothing is undone.',
    ],
  },
}

const undoReason = {
  name: 'reason',
  in: 'query' as const,
  description: 'Why entries that have to be kept are withdrawn: at most 500 characters. Visitors read it.',
  schema: { type: 'string' as const, maxLength: 500 },
  example: 'Published a day too early',
}

interface DraftPath {
  path: string
  parameters: NamedParameter[]
  tag: string
  example: Record<string, unknown>
}

function draftOperations({ path, parameters, tag, example }: DraftPath): Operation[] {
  const common = { path, parameters, tag }
  const where = tag === DRAFTS ? 'outside any release' : 'in a release'
  const draft = { description: 'The draft', schema: draftSchema, headers: ['ETag' as const] }
  return [
    {
      ...common,
      method: 'get',
      summary: `Read the draft of a section ${where}`,
      success: { status: 200, ...draft },
      errors: REFUSED,
    },
    {
      ...common,
      method: 'put',
      summary: `Save the draft of a section ${where}`,
      notes: [
        'Send the whole content of the section. The files that it uses have to be stored already.',
        'If there is a draft, send its ETag in If-Match. If there is none yet, you may send the ETag of the published content on which your change is based.',
      ],
      condition: 'If-Match',
      asks: tag === RELEASES,
      body: {
        'application/json': { schema: draftContent, example },
      },
      success: { status: 200, ...draft },
      alsoSuccess: [
        { status: 201, ...draft, description: 'The new draft' },
        { status: 204, description: 'No draft was saved, because this content is published already' },
      ],
      errors: [...WRITE, ...BODY, 412, 428],
    },
    {
      ...common,
      method: 'delete',
      summary: `Discard the draft of a section ${where}`,
      condition: 'If-Match',
      asks: tag === RELEASES,
      success: { status: 204, description: 'The draft was discarded' },
      errors: [...WRITE, 412],
    },
  ]
}

function releaseContent(): ZodOpenApiContentObject {
  const example = { name: 'Annual results', time: '2099-01-15T09:30:00+05:30' }
  return { 'application/json': { schema: releaseBody, example } }
}
