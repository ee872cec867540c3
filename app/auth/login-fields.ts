import { z } from 'zod'

/** What the sign-in form and the API's sign-in send. Bounds are far beyond any real name or password. */
export const loginFields = z.object({
  username: z
    .string({ error: 'Enter your username' })
    .min(1, 'Enter your username')
    .max(200, 'The username is too long'),
  password: z
    .string({ error: 'Enter your password' })
    .min(1, 'Enter your password')
    .max(1000, 'The password is too long'),
})
