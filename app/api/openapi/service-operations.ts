import { z } from 'zod'
import { loginFields } from '#app/auth/login-fields.ts'
import { imageFile } from '#app/schema/fields.ts'
import { contactMessage } from '#app/inbox/contact-message.ts'
import { FILE_KINDS } from '#app/media/library/file-kinds.ts'
import type { ApiBody, ApiOperation, JsonSchema } from './api-operation.ts'
import { answerSchema, jsonBodySchema } from './content-schema.ts'

/** The calls that belong to no section: signing in and out, messages of visitors, images. */
export const serviceOperations: ApiOperation[] = [
  {
    id: 'postAuthLogin',
    method: 'post',
    path: '/api/auth/login',
    group: 'Signing in',
    summary: 'Sign in',
    notes: [
      'A program gets a bearer token for 12 hours. A browser on our own pages gets a session cookie with it, and then the ' +
        'token works together with that session only.',
    ],
    access: 'everyone',
    bodies: textBodies(loginFields, { username: 'admin', password: '$PASSWORD' }),
    answer: {
      status: 200,
      description: 'Signed in',
      schema: answerSchema(z.strictObject({ token: z.string(), username: z.string() })),
      headers: [],
    },
    refusals: [400, 401, 403, 413, 415, 422, 429, 503],
  },
  {
    id: 'postAuthLogout',
    method: 'post',
    path: '/api/auth/logout',
    group: 'Signing in',
    summary: 'Sign out',
    notes: ['Ends the token and the session the request came with.'],
    access: 'administrator',
    bodies: [],
    answer: { status: 204, description: 'Signed out', headers: ['Set-Cookie'] },
    refusals: [401, 403],
  },
  {
    id: 'postContact',
    method: 'post',
    path: '/api/contact',
    group: 'Contact',
    summary: 'Send a message to the company',
    notes: ['At most five messages in ten minutes from one address.'],
    access: 'everyone',
    bodies: textBodies(contactMessage, {
      firstName: 'Asha',
      lastName: 'Naik',
      email: 'asha@example.com',
      mobile: '+91 00000 00003',
      comments: 'Please send the data sheet of your XLPE compound.',
    }),
    answer: {
      status: 201,
      description: 'The message is kept',
      schema: answerSchema(z.strictObject({ message: z.string() })),
      example: { message: 'Message sent successfully!' },
      headers: [],
    },
    refusals: [400, 403, 413, 415, 422, 429, 503],
  },
  {
    id: 'postUpload',
    method: 'post',
    path: '/api/upload',
    group: 'Uploads',
    summary: 'Store an image',
    notes: [
      `A ${FILE_KINDS.image.words} of at most 10 MB. It is decoded and written anew, without what a camera notes in it. The ` +
        'same image under the same name gives the same file name.',
    ],
    access: 'administrator',
    bodies: [
      {
        mediaType: 'multipart/form-data',
        schema: {
          type: 'object',
          properties: {
            file: { type: 'string', contentMediaType: 'application/octet-stream', description: 'The image' },
          },
          required: ['file'],
          additionalProperties: false,
        },
        example: { file: 'photo.jpg' },
        files: { file: FILE_KINDS.image.accept.replaceAll(',', ', ') },
      },
    ],
    answer: {
      status: 201,
      description: 'The name by which content refers to the image',
      schema: answerSchema(z.strictObject({ filename: imageFile('File') })),
      headers: ['Location'],
    },
    refusals: [400, 401, 403, 413, 415, 422, 503, 507],
  },
]

/** A body of texts alone, as JSON and as either kind of form. */
function textBodies(schema: z.ZodObject, example: Record<string, string>): ApiBody[] {
  const shape: JsonSchema = jsonBodySchema(schema, { leftOut: [] })
  const mediaTypes = ['application/json', 'application/x-www-form-urlencoded', 'multipart/form-data'] as const
  return mediaTypes.map((mediaType) => ({ mediaType, schema: shape, example, files: {} }))
}
