declare global {
  interface ImportMetaEnv {
    readonly PROGRAM_VERSION?: string
  }
}

/** A hash of the sources that this program was built from. Undefined for the development server and in tests. */
export const PROGRAM_VERSION: string | undefined = import.meta.env.PROGRAM_VERSION
