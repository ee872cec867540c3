import { z } from 'zod'

/** Name of a field in a posted form, as conform makes it: `members[2].title`. It leads to no prototype. */
export const fieldName = z.string().regex(/^(?!.*(?:__proto__|constructor))(?:[^.[\]]+(?:\.[^.[\]]+|\[\d+\])*)?$/)
