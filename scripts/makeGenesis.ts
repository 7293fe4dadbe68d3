import { createDevnet } from '../src/createDevnet.ts'
import type { Hex } from '../src/lib/hex.ts'

/** A contract that is there from the start. */
export interface Placed {
  readonly address: Hex
  readonly code: Hex
}

/** The accounts of a state file. */
interface State {
  readonly accounts: Readonly<
    Record<Hex, { readonly balance: Hex; readonly nonce: number; readonly code: Hex }>
  >
}

/** A genesis.json for the chain that starts without any option, with these contracts on it. */
export async function makeGenesis(predeploys: readonly Placed[]): Promise<object> {
  await using devnet = await createDevnet({ clock: 'manual', mining: 'manual' })
  const { provider } = devnet
  for (const { address, code } of predeploys) {
    await provider.request({ method: 'anvil_setCode', params: [address, code] })
    // Contracts have nonce 1 from the start (EIP-161).
    await provider.request({ method: 'anvil_setNonce', params: [address, '0x1'] })
  }
  const { timestamp, gasLimit, baseFeePerGas } = await provider.request({
    method: 'eth_getBlockByNumber',
    params: ['0x0', false],
  })
  const { accounts } = JSON.parse(new TextDecoder().decode(await devnet.dumpState())) as State
  return {
    config: { chainId: devnet.chainId, ...rules },
    difficulty: '0x0',
    timestamp,
    gasLimit,
    baseFeePerGas,
    alloc: Object.fromEntries(
      Object.entries(accounts)
        .sort()
        .map(([address, { balance, nonce, code }]) => [
          address,
          {
            balance,
            ...(nonce > 0 && { nonce: `0x${nonce.toString(16)}` }),
            ...(code !== '0x' && { code }),
          },
        ]),
    ),
  }
}

/** All forks from the start. */
const rules = {
  homesteadBlock: 0,
  eip150Block: 0,
  eip155Block: 0,
  eip158Block: 0,
  byzantiumBlock: 0,
  constantinopleBlock: 0,
  petersburgBlock: 0,
  istanbulBlock: 0,
  berlinBlock: 0,
  londonBlock: 0,
  terminalTotalDifficulty: 0,
  shanghaiTime: 0,
  cancunTime: 0,
  pragueTime: 0,
  osakaTime: 0,
  blobSchedule: {
    cancun: { target: 3, max: 6, baseFeeUpdateFraction: 3_338_477 },
    prague: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
    osaka: { target: 6, max: 9, baseFeeUpdateFraction: 5_007_716 },
  },
}
