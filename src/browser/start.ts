import { startDevnet } from '../app/startDevnet.ts'
import { warnOfUnclear } from '../devnet/options/definition.ts'
import { readOptions, unclearOptions } from '../devnet/options/options.ts'
import { networks } from '../extensions/networks/extension.ts'
import { warnOnce } from '../lib/warnings.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'

/** All of the chain, a file of its own: what is loaded before is small, and runs in any page. */
export async function start(options: DevnetOptions): Promise<PreconfDevnet> {
  const { devnet } = await startDevnet(await readOptions(options, networks), options.onProgress)
  warnOfUnclear(unclearOptions(options))
  for (const warning of devnet.warnings) warnOnce(warning, warning)
  return devnet
}
