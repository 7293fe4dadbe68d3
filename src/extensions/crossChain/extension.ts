import type { Devnet } from '../../devnet/devnet.ts'
import type { Settings } from '../../devnet/options/options.ts'
import type { Extension } from '../../rpc/registry.ts'
import { l1ContractsOf } from '../networks/opStack.ts'

type Code = typeof import('./bridge.ts') & typeof import('./bridgeGenesis.ts')

let code: Code | undefined

/** Starts the L1 that is wanted beside a chain; `undefined` where none is. */
export async function openBeside(
  settings: Settings,
  more: { readonly extensions: readonly Extension[]; readonly onError: (error: unknown) => void },
) {
  const { l1 } = settings
  if (l1 === undefined) return undefined
  // Few chains have one.
  code ??= { ...(await import('./bridge.ts')), ...(await import('./bridgeGenesis.ts')) }
  return code.openL1(settings, l1, more)
}

function join([l1, ...l2s]: readonly Devnet[]): void {
  const bridges = l2s.flatMap((l2) => {
    const { l1: settings, network } = l2.settings
    if (code === undefined || l1 === undefined || settings === undefined) return []
    if (network === undefined) return []
    return [new code.Bridge(l1, l2, settings, l1ContractsOf(network))]
  })
  const settled = async () => {
    for (const bridge of bridges) await bridge.settled()
  }
  for (const { hooks } of [...(l1 === undefined ? [] : [l1]), ...l2s]) hooks.beside = settled
  for (const [index, { hooks }] of l2s.entries()) {
    hooks.onClose = [...(hooks.onClose ?? []), () => bridges[index]?.close()]
  }
}

/** An L1 beside chains of the OP stack. */
export const crossChainExtension: Extension = { name: 'crossChain', join }
