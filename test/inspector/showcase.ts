import { join } from 'node:path'
import { encodeFunctionData, parseAbi, type Abi as ViemAbi } from 'viem'
import { optimism } from 'viem/chains'
import type { Hex } from '../../src/lib/hex.ts'
import type { PreconfDevnet } from '../../src/types/devnet.ts'
import { tokenBuild } from '../rpc/methods/preconf/contract/tokenProject.ts'
import { builtDevnet } from './inspectedPage.ts'

/** A chain in the middle of its life, and places of its page and of another one's by name. */
export interface Showcase extends AsyncDisposable {
  readonly devnet: PreconfDevnet
  readonly url: string
  /** URLs. */
  readonly places: Readonly<Record<string, string>>
}

const ether = 10n ** 18n

/**
 * An exchange with traders, on a manual clock: failures, a nonce gap, a fee that is
 * too low, a reorg, a broken promise and an armed fault, so that every screen has something to show.
 */
export async function showcase(): Promise<Showcase> {
  const devnet = await builtDevnet({
    fixture: join(import.meta.dirname, '../../fixtures/dex.yaml'),
    mining: 'flashblocks',
    gasReport: true,
    artifacts: false,
  })
  const { provider, accounts } = devnet
  const ask = (method: string, ...params: unknown[]): Promise<never> =>
    provider.request({ method, params }) as Promise<never>
  await ask('preconf_addArtifacts', tokenBuild())
  const { contracts } = devnet.fixture
  const at = (name: string): Hex => contracts[name]?.address as Hex
  const who = (index: number): Hex => accounts[index]?.address as Hex
  const send = (from: number, transaction: object): Promise<Hex> =>
    ask('eth_sendTransaction', { from: who(from), gas: '0x7a120', ...transaction })
  const call = (from: number, name: string, functionName: string, ...args: unknown[]) => {
    const abi = contracts[name]?.abi as ViemAbi
    return send(from, { to: at(name), data: encodeFunctionData({ abi, functionName, args }) })
  }
  const pay = (from: number, to: number, wei: bigint) =>
    send(from, { to: who(to), value: `0x${wei.toString(16)}` })
  const advance = (flashblocks: number) => devnet.clock.advance(200 * flashblocks)

  for (let round = 0; round < 9; round++) {
    await pay(2, 3, ether / 4n)
    await advance(2)
    await call(
      1,
      'exchange',
      'swap',
      at('dai'),
      BigInt(round + 1) * 100n * ether,
      0n,
      who(1),
      2n ** 64n,
    )
    if (round % 3 === 1) await pay(4, 5, 12n * ether)
    await advance(3)
    await call(0, 'dai', 'transfer', who(round % 6), BigInt(round) * 10n * ether)
    if (round % 4 === 2) await call(3, 'weth', 'transfer', who(0), 5n * ether)
    await advance(5)
  }
  const failed = await call(5, 'dai', 'transfer', who(0), 500n * ether)
  const swap = await call(1, 'exchange', 'swap', at('weth'), ether, 0n, who(1), 2n ** 64n)
  await advance(10)
  await devnet.checkpoint()
  devnet.faults.inject({ kind: 'sealWithoutFlashblocks', count: 4 })
  await advance(8)
  await pay(6, 7, ether)
  await advance(4)
  await devnet.reorg({ depth: 1 })
  await advance(10)
  const dropped = await pay(7, 8, 2n * ether)
  await ask('anvil_dropTransaction', dropped)
  await call(1, 'exchange', 'swap', at('dai'), 250n * ether, 0n, who(1), 2n ** 64n)
  await advance(3)
  devnet.faults.inject({ kind: 'latency', ms: 40, method: 'eth_estimateGas' })
  const waiting = await send(0, { to: who(1), value: '0x1', nonce: '0x63' })
  await send(8, {
    to: who(9),
    value: '0x1',
    gas: '0x5208',
    maxFeePerGas: '0x1',
    maxPriorityFeePerGas: '0x0',
  })
  await pay(2, 3, ether / 2n)
  const { url } = await devnet.listen({ port: 0 })
  await ask('eth_chainId')
  const crossed = await bridge()
  const screens = {
    home: '/',
    timeline: '/timeline',
    transactions: '/transactions',
    pool: '/pool',
    accounts: '/accounts',
    faults: '/faults',
    scenario: '/scenario',
    time: '/time',
    reads: '/reads',
    requests: '/requests',
    chain: '/chain',
    'transaction-failed': `/tx/${failed}`,
    'transaction-sealed': `/tx/${swap}`,
    'transaction-waiting': `/tx/${waiting}`,
    debugger: `/debug/${failed}`,
    block: '/block/10',
    account: `/account/${who(1)}`,
    contract: `/contract/${at('dai')}`,
    unknown: '/nowhere',
  }
  const places = Object.entries(screens).map(([name, path]) => [name, `${url}/#${path}`])
  return {
    devnet,
    url,
    places: { ...Object.fromEntries(places), ...crossed.places },
    [Symbol.asyncDispose]: async () => {
      await devnet.close()
      await crossed.devnet.close()
    },
  }
}

/** An L2 beside its L1, with a deposit and a withdrawal. */
async function bridge() {
  const options = { network: 'op', mining: 'auto', l1: { proposeEvery: 1 } } as const
  const devnet = await builtDevnet(options)
  const { l1 } = devnet as unknown as { readonly l1: PreconfDevnet }
  const from = devnet.accounts[0]?.address
  const gas = '0x493e0'
  const deposit = {
    from,
    to: optimism.contracts.portal[1].address,
    value: '0xde0b6b3a7640000',
    gas,
  }
  const passer = optimism.contracts.l2ToL1MessagePasser.address
  const data = encodeFunctionData({ abi: passerAbi, args: [from as Hex, 21_000n, '0x'] })
  const withdrawal = { from, to: passer, value: '0x29a2241af62c0000', gas, data }
  const send = ({ provider }: PreconfDevnet, transaction: object): Promise<string> =>
    provider.request({ method: 'eth_sendTransaction', params: [transaction] })
  await send(l1, deposit)
  const sent = await send(devnet, withdrawal)
  const { url } = await devnet.listen({ port: 0 })
  const places = { bridge: `${url}/#/bridge`, 'transaction-withdrawal': `${url}/#/tx/${sent}` }
  return { devnet, places }
}

const passerAbi = parseAbi([
  'function initiateWithdrawal(address target, uint256 gasLimit, bytes data) payable',
])
