/** First path segments of what the content system serves besides the public site. */
export const OWN_AREAS: readonly string[] = ['admin', 'api', 'uploads', 'policies', 'variants']
