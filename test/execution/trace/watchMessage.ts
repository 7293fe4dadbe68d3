import { Address } from '@ethereumjs/util'
import { EvmPool, type Machine } from '../../../src/ethereumjs/machine.ts'
import { createProtocol } from '../../../src/ethereumjs/protocol/protocol.ts'
import { startTimeLimit } from '../../../src/execution/sandbox.ts'
import { watch } from '../../../src/execution/trace/observer.ts'
import type { TraceHooks } from '../../../src/execution/trace/tracer.ts'
import { bytesToHex } from '../../../src/lib/hex.ts'
import { emptyState } from '../../../src/state/persistentState.ts'
import { coinbase, type Sent, sender } from '../../ethereumjs/interpreter/referee.ts'

const clock = { realMs: () => 0, yield: async () => {} }
const machines = new EvmPool(emptyState(), clock)

/** Runs a message while hooks watch. */
export async function watchMessage(
  sent: Sent,
  hooks: TraceHooks,
): Promise<{ readonly gasUsed: bigint }> {
  const { hardfork, tree, to, data, value, gas, isStatic = false } = sent
  const protocol = createProtocol({ chainId: 31_337, hardfork, transactionGasCap: false })
  const common = protocol.commonAt(0n, 0n)
  const transaction = {
    from: sender,
    to,
    gas,
    gasPrice: 9n,
    intrinsicGas: 0n,
    block: { number: 300n, timestamp: 1_700_000_000n },
    authorities: [],
    payees: [coinbase],
    firstLogIndex: 0,
  }
  const run = async ({ evm, journal }: Machine) => {
    if (common.isActivatedEIP(2929)) {
      for (const address of evm.precompiles.keys()) journal.addAlwaysWarmAddress(address)
      for (const address of [sender, to])
        address && journal.addAlwaysWarmAddress(bytesToHex(address))
    }
    const { execResult } = await evm.runCall({
      block: {
        header: {
          number: 300n,
          timestamp: 1_700_000_000n,
          gasLimit: 30_000_000n,
          coinbase: new Address(coinbase),
          prevRandao: new Uint8Array(32).fill(0x77),
          difficulty: 17n,
          baseFeePerGas: 7n,
          getBlobGasPrice: () => 3n,
        },
      },
      caller: new Address(sender),
      ...(to && { to: new Address(to) }),
      data,
      value,
      gasLimit: gas,
      gasPrice: 9n,
      isStatic,
    })
    return { gasUsed: execResult.executionGasUsed }
  }
  const timeLimit = startTimeLimit(clock, 60_000)
  return machines.use({ common, tree, blockHashes: () => undefined }, (machine) =>
    watch({ machine, hooks, timeLimit }, transaction, () => run(machine)),
  )
}
