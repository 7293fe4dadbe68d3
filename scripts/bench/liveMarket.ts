import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem'
import { compileSolidity } from '../../test/support/compileSolidity.ts'
import type { Ask } from './suiteTest.ts'

/** A message as a node takes it. */
export interface Message {
  readonly from: Hex
  readonly to: Hex
  readonly data: Hex
  readonly gas: Hex
}

/** What there is to do with the contracts of LiveMarket.sol on the chain that has them. */
export interface LiveMarket {
  /** Reads twelve slots of two contracts. */
  readonly read: Message
  /** Swaps through eight contracts. */
  readonly swap: Message
  readonly transfer: Message
  /** Coins of the first account. */
  readonly balance: Message
}

/** The first account of the usual mnemonic, which all nodes have. */
export const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const bob = '0x70997970c51812dc3a010c7d01b50e0d17dc79c8'
const gas = '0xf4240'

/** Puts the contracts on a chain. */
export async function openMarket(ask: Ask): Promise<LiveMarket> {
  const file = 'LiveMarket.sol'
  const source = readFileSync(join(import.meta.dirname, file), 'utf8')
  const contracts = compileSolidity(file, source).contracts[file] ?? {}

  async function send(transaction: object): Promise<{ readonly contractAddress: Hex }> {
    const hash = await ask('eth_sendTransaction', [
      { from: alice, gas: '0x2dc6c0', ...transaction },
    ])
    const receipt = await ask('eth_getTransactionReceipt', [hash])
    const { status } = receipt as { readonly status: Hex }
    if (status !== '0x1') throw new Error(`a transaction of ${file} fails`)
    return receipt as { readonly contractAddress: Hex }
  }

  const abiOf = (name: string) => (contracts[name]?.abi ?? []) as unknown as Abi
  const encode = (name: string, functionName: string, ...args: readonly unknown[]) =>
    encodeFunctionData({ abi: abiOf(name), functionName, args })
  async function deploy(name: string, ...args: readonly unknown[]): Promise<Hex> {
    const bytecode: Hex = `0x${contracts[name]?.evm.bytecode.object}`
    const data = encodeDeployData({ abi: abiOf(name), bytecode, args })
    return (await send({ data })).contractAddress
  }

  const coins = [await deploy('Coin', alice), await deploy('Coin', alice)] as const
  const fees = await deploy('Fees')
  const oracle = await deploy('Oracle')
  const pair = await deploy('PairProxy', await deploy('PairLogic'))
  await send({ to: pair, data: encode('PairLogic', 'initialize', ...coins, oracle) })
  for (const coin of coins) {
    await send({ to: coin, data: encode('Coin', 'transfer', pair, 10n ** 24n) })
  }
  await send({ to: pair, data: encode('PairLogic', 'sync') })
  const factory = await deploy('Factory', fees)
  await send({ to: factory, data: encode('Factory', 'register', ...coins, pair) })
  const router = await deploy('Router', factory)
  await send({ to: coins[0], data: encode('Coin', 'approve', router, 10n ** 29n) })
  const none = `0x${'00'.repeat(20)}`
  const ledger = await deploy('Ledger', await deploy('Ledger', none))

  const message = (to: Hex, data: Hex): Message => ({ from: alice, to, data, gas })
  return {
    read: message(ledger, encode('Ledger', 'total')),
    swap: message(router, encode('Router', 'swap', ...coins, 10n ** 18n)),
    transfer: message(coins[0], encode('Coin', 'transfer', bob, 1n)),
    balance: message(coins[0], encode('Coin', 'balanceOf', alice)),
  }
}
