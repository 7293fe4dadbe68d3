import { forksIn, InvalidOption } from '../devnet/options/optionValues.ts'
import type { PreconfDevnet } from '../types/devnet.ts'
import type { DevnetOptions } from '../types/options/options.ts'
import { NotInBrowser } from './notInBrowser.ts'

/** What is kept in files, or is in them, each with what to do instead. */
const ofFiles = {
  state: 'give what devnet.dumpState() gave to loadState',
  dumpState: 'call devnet.dumpState(), and keep what it gives',
  cache: 'nothing is kept for the next start',
  artifacts: 'give their content to preconf_addArtifacts',
  coverage: 'collect it in Node',
} as const satisfies { readonly [Option in keyof DevnetOptions]?: string }

/** Options of a devnet in a page: those of `preconf` that need no files. Content takes the place of paths. */
export type BrowserOptions = Omit<DevnetOptions, keyof typeof ofFiles>

/**
 * Starts a chain in this page or worker. Throws an `InvalidOption`, also for what needs files; a
 * `NotInBrowser` where WebAssembly is forbidden; for content an `InvalidGenesis`, an `InvalidChainFile`, an
 * `InvalidBlock`, an `InvalidStateFile`, an `InvalidFixture` or a `FixtureFailed`.
 *
 * @example
 * import { createDevnet } from 'preconf/browser'
 * import { createWalletClient, custom } from 'viem'
 *
 * const devnet = await createDevnet({ mining: 'manual' })
 * const client = createWalletClient({ transport: custom(devnet.provider) })
 */
export async function createDevnet<const Given = unknown>(
  options: BrowserOptions & { readonly fixture?: Given | undefined } = {},
): Promise<PreconfDevnet<Given>> {
  refuseFiles(options)
  requireWebAssembly()
  const { start } = await import('./start.ts')
  // Its names are those that the definition has.
  return start(options) as Promise<PreconfDevnet<Given>>
}

/** Not all that call this know types. */
function refuseFiles(options: DevnetOptions): void {
  const refuse = (option: string, value: unknown, instead: string): never => {
    throw new InvalidOption(option, value, `a browser has no files: ${instead}`)
  }
  for (const [option, instead] of Object.entries(ofFiles)) {
    const value = options[option as keyof typeof ofFiles]
    if (value && value !== 'off') refuse(option, value, instead)
  }
  const { gasReport, fork } = options
  if (typeof gasReport === 'string')
    refuse('gasReport', gasReport, 'give true, and call devnet.gasReport()')
  for (const one of forksIn(fork)) {
    const cassette = typeof one === 'object' ? one.cassette : undefined
    if (cassette !== undefined) refuse('fork.cassette', cassette, 'replay it in Node')
  }
}

/** A module without anything in it. */
const smallest = Uint8Array.of(0, 0x61, 0x73, 0x6d, 1, 0, 0, 0)

function requireWebAssembly(): void {
  try {
    new WebAssembly.Module(smallest)
  } catch (cause) {
    throw new NotInBrowser(
      "the Content-Security-Policy of this page forbids WebAssembly: add 'wasm-unsafe-eval' to its script-src",
      { cause },
    )
  }
}
