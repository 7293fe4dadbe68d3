import type { SolidityOptions } from '../../types/options/solidityOptions.ts'
import { InvalidOption } from './optionValues.ts'

/** Options about contracts, checked. */
export interface SoliditySettings {
  /** Paths, as given; `false`: none; `undefined`: those of the project around the working directory. */
  readonly artifacts: readonly string[] | false | undefined
  /** Whether gas is noted; a text: and added to files in that folder. */
  readonly gasReport: boolean | string
  /** Whether it is collected what of contracts is run; the folder that it is written to. */
  readonly coverage: false | string
  /** Whether the calls of sealed transactions are printed, and internal functions among them. */
  readonly printTraces: boolean | 'internal'
}

/** Checks options. Throws an `InvalidOption`. */
export function resolveSolidity(options: SolidityOptions): SoliditySettings {
  return {
    artifacts: artifactsOf(options),
    gasReport: switchOrFolder('gasReport', options.gasReport),
    coverage: coverageFolder(switchOrFolder('coverage', options.coverage)),
    printTraces: printTracesOf(options),
  }
}

/** Where `preconf coverage` looks for it. */
export const usualCoverageFolder = 'coverage/.preconf'

function coverageFolder(given: boolean | string): false | string {
  return given === true ? usualCoverageFolder : given
}

function switchOrFolder(name: string, given: boolean | string = false): boolean | string {
  const [isOn, isOff] = [given === 'true' || given === '1', given === 'false' || given === '0']
  if (isOn || isOff) return isOn
  if (typeof given === 'boolean' || (typeof given === 'string' && given !== '')) return given
  throw new InvalidOption(name, given, 'give true, false, or the path of a folder')
}

function printTracesOf({ printTraces = false }: SolidityOptions): boolean | 'internal' {
  // A flag without a value is true; a configuration file has texts.
  const [isOn, isOff] = [String(printTraces) === 'true', String(printTraces) === 'false']
  if (isOn || isOff) return isOn
  if (printTraces === 'internal') return printTraces
  throw new InvalidOption('printTraces', printTraces, 'give true, false or internal')
}

function artifactsOf({ artifacts }: SolidityOptions): SoliditySettings['artifacts'] {
  if (artifacts === undefined || artifacts === false) return artifacts
  const paths: readonly unknown[] = Array.isArray(artifacts) ? artifacts : [artifacts]
  if (paths.length === 1 && paths[0] === 'off') return false
  const wrong = paths.find((path) => typeof path !== 'string' || path === '' || path === 'off')
  if (wrong !== undefined || paths.length === 0) {
    throw new InvalidOption('artifacts', wrong ?? '', 'give paths of files and folders, or off')
  }
  return paths as readonly string[]
}
