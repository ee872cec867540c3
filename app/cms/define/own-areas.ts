import { fromProfile } from '#app/cms/platform/site-profile.ts'

/** First path segments below which the files of the uploads are served: `uploads`, and folders with their own address. */
export const fileAreas = fromProfile(({ files }): readonly string[] => ['uploads', ...files.ownAddresses])

/** First path segments of what the content system serves besides the public site. */
export const ownAreas = fromProfile((): readonly string[] => ['admin', 'api', 'confirmed', 'variants', ...fileAreas()])
