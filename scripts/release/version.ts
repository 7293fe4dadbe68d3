type Version = readonly [major: number, minor: number, patch: number]

const steps: readonly string[] = ['major', 'minor', 'patch']

/**
 * The version to release after `current`: `major`, `minor` or `patch` for the next one of that kind, or a
 * version that is higher. Throws for anything else.
 */
export function nextVersion(current: string, wanted: string): string {
  const before = parse(current)
  const step = steps.indexOf(wanted)
  if (step >= 0) {
    return before
      .map((part, index) => (index < step ? part : index === step ? part + 1 : 0))
      .join('.')
  }
  if (compare(parse(wanted), before) <= 0) {
    throw new Error(`${wanted} is not higher than ${current}, the version that there is`)
  }
  return wanted
}

function parse(text: string): Version {
  const [, ...parts] = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/.exec(text) ?? []
  const [major, minor, patch] = parts.map(Number)
  if (major === undefined || minor === undefined || patch === undefined) {
    throw new Error(`"${text}" is no version: give one as 1.2.3, or major, minor or patch`)
  }
  return [major, minor, patch]
}

function compare(one: Version, other: Version): number {
  const index = one.findIndex((part, place) => part !== other[place])
  return index < 0 ? 0 : (one[index] as number) - (other[index] as number)
}

/** A package.json or package-lock.json with another version of the package. */
export function withVersion(json: string, version: string): string {
  const file = JSON.parse(json)
  file.version = version
  if (file.packages !== undefined) file.packages[''].version = version
  return `${JSON.stringify(file, undefined, 2)}\n`
}
