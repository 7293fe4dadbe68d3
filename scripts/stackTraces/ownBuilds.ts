import { type SolcBuild, solcBuild } from '../../test/support/solcBuild.ts'
import { loadSolc } from './compilers.ts'
import { type OwnBuild, ownSources } from './ownSources.ts'

/** Compiler and settings of those that are not compiled as developers do before they publish. */
const unlike: Partial<Record<OwnBuild, { readonly version?: string; readonly settings: object }>> =
  {
    optimized: { settings: { optimizer: { enabled: true, runs: 200 } } },
    viaIr: { settings: { viaIR: true } },
    old: { version: '0.6.3', settings: { evmVersion: 'istanbul' } },
  }

/** The version of solc that a build is of. */
export function versionOf(name: OwnBuild): string {
  return unlike[name]?.version ?? '0.8.37'
}

export function ownBuild(name: OwnBuild): SolcBuild {
  const settings = { evmVersion: 'cancun', ...unlike[name]?.settings }
  return solcBuild(ownSources[name], settings, loadSolc(versionOf(name)))
}
