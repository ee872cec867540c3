import { PROFILE } from '#app/site/profile.ts'
import { sharedUploads } from './shared-uploads.ts'

/** The shared copy of the uploads that ship. */
export const companyUploads = () => sharedUploads('company-uploads', 'uploads', PROFILE)
