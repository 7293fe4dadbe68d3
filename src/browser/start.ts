import { startDevnet } from '../app/startDevnet.ts'
import { readOptions } from '../devnet/options/options.ts'
import { networks } from '../extensions/networks/extension.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'

/** All of the chain, a file of its own: what is loaded before is small, and runs in any page. */
export async function start(options: DevnetOptions): Promise<PreconfDevnet> {
  const { devnet } = await startDevnet(await readOptions(options, networks), options.onProgress)
  for (const warning of devnet.warnings) console.warn(warning)
  return devnet
}
