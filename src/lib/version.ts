/** Put in by the build. */
declare const PRECONF_VERSION: string | undefined
declare const PRECONF_BUILD: string | undefined

/** The version of the package; `0.0.0` when run from source. */
export const version: string = typeof PRECONF_VERSION === 'undefined' ? '0.0.0' : PRECONF_VERSION

/** Names the version with the sources that it was built from; none when run from source. */
export const build: string | undefined =
  typeof PRECONF_BUILD === 'undefined' ? undefined : PRECONF_BUILD
