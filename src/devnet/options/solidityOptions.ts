import type { SolidityOptions } from '../../types/options/solidityOptions.ts'
import type { Definitions, OptionFlags, Values } from './definition.ts'
import { InvalidOption } from './optionValues.ts'

/** What is known of contracts. */
export const solidityOptions = {
  artifacts: { check: artifactPaths },
  gasReport: { check: switchOrFolder, default: false },
  coverage: { check: coverageFolder, default: false },
  printTraces: { check: printed, default: false },
} satisfies Definitions<SolidityOptions>

export const solidityFlags = {
  artifacts: {
    type: 'list',
    default: 'those of the project',
    description: 'Files and folders of compiled contracts, for source lines in errors; or off',
    group: 'Solidity',
  },
  gasReport: {
    type: 'optional',
    description: 'Print a gas report on exit; with a folder, save it for preconf gas',
    group: 'Solidity',
  },
  coverage: {
    type: 'optional',
    description:
      'Collect line coverage in coverage/.preconf or another folder, for preconf coverage',
    group: 'Solidity',
  },
  printTraces: {
    aliases: ['enable-trace-printing'],
    type: 'optional',
    description:
      'Print the calls of each sealed transaction; with internal, internal functions too',
    group: 'Output',
  },
} satisfies OptionFlags<SolidityOptions>

/** Options about contracts, checked. `gasReport` and `coverage`: whether, or the folder for it. */
export type SoliditySettings = Values<typeof solidityOptions>

/** Where `preconf coverage` looks for it. */
export const usualCoverageFolder = 'coverage/.preconf'

function coverageFolder(option: string, value: unknown): false | string {
  const given = switchOrFolder(option, value)
  return given === true ? usualCoverageFolder : given
}

function switchOrFolder(option: string, given: unknown): boolean | string {
  const [isOn, isOff] = [given === 'true' || given === '1', given === 'false' || given === '0']
  if (isOn || isOff) return isOn
  if (typeof given === 'boolean' || (typeof given === 'string' && given !== '')) return given
  throw new InvalidOption(option, given, 'give true, false, or the path of a folder')
}

/** A flag without a value is true; a configuration file has texts. */
function printed(option: string, value: unknown): boolean | 'internal' {
  const [isOn, isOff] = [String(value) === 'true', String(value) === 'false']
  if (isOn || isOff) return isOn
  if (value === 'internal') return value
  throw new InvalidOption(option, value, 'give true, false or internal')
}

/** Paths, as given; `false`: none. */
function artifactPaths(option: string, value: unknown): readonly string[] | false {
  if (value === false) return value
  const paths: readonly unknown[] = Array.isArray(value) ? value : [value]
  if (paths.length === 1 && paths[0] === 'off') return false
  const wrong = paths.find((path) => typeof path !== 'string' || path === '' || path === 'off')
  if (wrong !== undefined || paths.length === 0) {
    throw new InvalidOption(option, wrong ?? '', 'give paths of files and folders, or off')
  }
  return paths as readonly string[]
}
