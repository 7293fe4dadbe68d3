import { type EVM, getActivePrecompiles, type PrecompileFunc } from '@ethereumjs/evm'
import { expect } from 'vitest'
import type { YieldIfDue } from '../../../src/clock/pace.ts'
import type { Faster } from '../../../src/ethereumjs/precompiles/faster.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import type { HardforkName } from '../../../src/types/options/options.ts'

/** What a precompile is called with. */
export interface Called {
  readonly data: Uint8Array
  readonly gasLimit: bigint
}

/**
 * Makes both a precompile of EthereumJS and what stands for it, under a hardfork. `evm` has what the
 * former asks its EVM for.
 */
export function both(
  address: number,
  make: Faster,
  hardfork: HardforkName,
  { yieldIfDue = () => undefined, evm = {} }: { yieldIfDue?: YieldIfDue; evm?: object } = {},
) {
  const common = createProtocol({ chainId: 1, hardfork, transactionGasCap: false }).commonAt(0n, 0n)
  const name = address.toString(16).padStart(40, '0')
  const stock = getActivePrecompiles(common).get(name)
  if (stock === undefined) throw new Error(`there is no ${name} in ${hardfork}`)
  const faster = make(stock, yieldIfDue)
  const run = (precompile: PrecompileFunc) => (called: Called) =>
    outcome(precompile, { ...called, common, _EVM: evm as EVM })
  return { stock: run(stock), faster: run(faster) }
}

async function outcome(precompile: PrecompileFunc, input: Parameters<PrecompileFunc>[0]) {
  const { executionGasUsed, returnValue, exceptionError } = await precompile(input)
  return { executionGasUsed, returnValue: bytesToHex(returnValue), error: exceptionError?.error }
}

/** Whether both give the same. */
export async function expectSame({ stock, faster }: ReturnType<typeof both>, called: Called) {
  expect(await faster(called)).toEqual(await stock(called))
}
