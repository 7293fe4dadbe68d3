/** Put in by the build. */
declare const PRECONF_VERSION: string | undefined
declare const PRECONF_BUILD: string | undefined

/** The version of the package; `0.0.0` when run from source. */
export const version: string = typeof PRECONF_VERSION === 'undefined' ? '0.0.0' : PRECONF_VERSION

/** Names the version with the sources that it was built from; none when run from source. */
export const build: string | undefined =
  typeof PRECONF_BUILD === 'undefined' ? undefined : PRECONF_BUILD

/** Says that a version of Node is too old, and which one to install. `engines` in package.json says the same. */
export function tooOld(node: string): string | undefined {
  const [major = 0, minor = 0] = node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return undefined
  return `Node ${node} is too old: install Node 20.19 or newer (https://nodejs.org)`
}
