/** Put in by the build. */
declare const PRECONF_VERSION: string | undefined

/** The version of the package; `0.0.0` when run from source. */
export const version: string = typeof PRECONF_VERSION === 'undefined' ? '0.0.0' : PRECONF_VERSION
