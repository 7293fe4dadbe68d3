import type { SolidityOptions } from '../../types/solidityOptions.ts'
import { InvalidOption } from './optionValues.ts'

/** Options about contracts, checked. */
export interface SoliditySettings {
  /** Paths, as given; `false`: none; `undefined`: those of the project around the working directory. */
  readonly artifacts: readonly string[] | false | undefined
}

/** Checks options. Throws an `InvalidOption`. */
export function resolveSolidity({ artifacts }: SolidityOptions): SoliditySettings {
  if (artifacts === undefined || artifacts === false) return { artifacts }
  const paths: readonly unknown[] = Array.isArray(artifacts) ? artifacts : [artifacts]
  if (paths.length === 1 && paths[0] === 'off') return { artifacts: false }
  const wrong = paths.find((path) => typeof path !== 'string' || path === '' || path === 'off')
  if (wrong !== undefined || paths.length === 0) {
    throw new InvalidOption('artifacts', wrong ?? '', 'give paths of files and folders, or off')
  }
  return { artifacts: paths as readonly string[] }
}
