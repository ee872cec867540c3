import { parseUrl } from '#app/cms/platform/http/parse-url.ts'

/** An S3 bucket as the storage of the site, and the credentials for it. */
export interface StoreSettings {
  /**
   * Addresses of the bucket: `http://10.0.0.5:7480/bucket`. Each is a gateway to the same store; if one does not
   * respond, the next one is used.
   */
  buckets: readonly string[]
  /** The prefix of all object names: empty, or with a trailing slash. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  sessionToken: string | undefined
}

/** The variables of the store; the keys may have been read from their files. */
interface StoreVariables {
  /** `s3://bucket/prefix`. */
  storage: string | undefined
  endpoint: string | undefined
  region: string | undefined
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  sessionToken: string | undefined
}

/** The name of a bucket (AWS: 3 to 63 characters), and of a folder in it. */
const STORAGE = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w.-]+)*)\/?$/

/** True for a valid value of `STORAGE`. */
export function isStorageAddress(value: string): boolean {
  return value === 'disk' || (STORAGE.test(value) && !/\/\.\.?(?:\/|$)/.test(value))
}

/** True for addresses of S3 gateways, separated by commas. */
export function areEndpoints(value: string): boolean {
  return value.split(',').every((endpoint) => {
    const url = parseUrl(endpoint.trim())
    return url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === ''
  })
}

/** The settings of the store; undefined for the disk. Throws an Error that names what is missing. */
export function storeSettings(variables: StoreVariables): StoreSettings | undefined {
  const { storage, endpoint, region = 'us-east-1', accessKeyId, secretAccessKey, sessionToken } = variables
  const [, bucket, folder = ''] = STORAGE.exec(storage ?? '') ?? []
  if (bucket === undefined) return undefined
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    const missing = accessKeyId === undefined ? 'AWS_ACCESS_KEY_ID' : 'AWS_SECRET_ACCESS_KEY'
    throw new Error(`Some settings are not valid:\n  ${missing}: must be set if STORAGE is a bucket`)
  }
  const buckets =
    endpoint === undefined
      ? [`https://${bucket}.s3.${region}.amazonaws.com`]
      : endpoint.split(',').map((gateway) => `${new URL(gateway.trim()).origin}/${bucket}`)
  const prefix = folder === '' ? '' : `${folder.slice(1)}/`
  return { buckets, prefix, region, accessKeyId, secretAccessKey, sessionToken }
}
