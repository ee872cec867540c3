/** What holds for every call, a paragraph each. */
export const API_RULES = [
  'Reads are public. Writes need the bearer token of POST /api/auth/login, or the session cookie of a browser together with a page of our own.',
  'Every answer to GET carries an ETag: sent back in If-None-Match, it answers 304 where nothing has changed. A write with If-Match changes only the version it names; what a write replaces stays in the history.',
  'Writes take JSON or multipart/form-data. Lists, objects and numbers may also be sent as JSON text. A field that is not known is refused.',
  'HEAD and OPTIONS are answered at every address; any other method than those here is refused with 405 and Allow.',
]
