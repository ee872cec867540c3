import { z } from 'zod'
import type { ZodOpenApiContentObject } from 'zod-openapi'
import { loginFields } from '#app/auth/password-forms.ts'
import { imageFile } from '#app/schema/fields.ts'
import { contactMessage } from '#app/inbox/contact-message.ts'
import { FILE_KINDS } from '#app/media/library/file-kinds.ts'
import { fileField, IMAGE_TYPES } from './body-schemas.ts'
import type { Operation } from './operation.ts'

/** The operations that belong to no section: signing in and out, messages of visitors, images. */
export const serviceOperations: Operation[] = [
  {
    method: 'post',
    path: '/api/auth/login',
    tag: 'Signing in',
    summary: 'Sign in',
    notes: [
      'A program gets a bearer token for 12 hours. A browser on our own pages also gets a session cookie, and then the ' +
        'token works only together with that session.',
      'An account with a second factor cannot sign in here: 403 with the code `second-factor-required`. It uses an access ' +
        'token, which its owner makes at /admin/account/tokens.',
    ],
    isPublic: true,
    body: textBodies(loginFields, { username: 'admin', password: '$PASSWORD' }),
    success: {
      status: 200,
      description: 'Signed in',
      schema: z.strictObject({ token: z.string(), username: z.string() }),
    },
    errors: [400, 401, 403, 413, 415, 422, 429, 503],
  },
  {
    method: 'post',
    path: '/api/auth/logout',
    tag: 'Signing in',
    summary: 'Sign out',
    notes: ['Ends the token and the session of the request. An access token stays; its owner revokes it.'],
    success: { status: 204, description: 'Signed out', headers: ['Set-Cookie'] },
    errors: [401, 403],
  },
  {
    method: 'post',
    path: '/api/contact',
    tag: 'Contact',
    summary: 'Send a message to the company',
    notes: ['At most five messages in ten minutes from one address.'],
    isPublic: true,
    body: textBodies(contactMessage, {
      firstName: 'Asha',
      lastName: 'Naik',
      email: 'asha@example.com',
      mobile: '+91 00000 00003',
      comments: 'Please send the data sheet of your XLPE compound.',
    }),
    success: {
      status: 201,
      description: 'The message is stored',
      schema: z.strictObject({ message: z.string() }),
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
      `A ${FILE_KINDS.image.words} of at most 10 MB. It is decoded and encoded again without the metadata of the camera. The ` +
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

/** A body of texts alone, as JSON and as either kind of form. */
function textBodies(schema: z.ZodObject, example: Record<string, string>): ZodOpenApiContentObject {
  const body = { schema: z.strictObject(schema.shape), example }
  return { 'application/json': body, 'application/x-www-form-urlencoded': body, 'multipart/form-data': body }
}
