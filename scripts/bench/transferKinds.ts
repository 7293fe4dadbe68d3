import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { encodeDeployData, encodeFunctionData, getContractAddress, type Hex } from 'viem'
import { mnemonicToAccount } from 'viem/accounts'
import {
  plainTransfer,
  type SignTransfers,
  type TransferFields,
  transferSigner,
} from './signTransfers.ts'
import type { Ask } from './suiteTest.ts'

const { abi, bytecode } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../fixtures/Token.json'), 'utf8'),
)
const supply = 10n ** 24n
const bob = '0x00000000000000000000000000000000000000b0'

/** Senders beside the account that hands out the token. */
const senders = 10
const accounts = Array.from({ length: senders + 1 }, (_, addressIndex) =>
  mnemonicToAccount('test test test test test test test test test test test junk', {
    addressIndex,
  }),
)
const [first, ...others] = accounts.map(({ address }) => address)
/** Has all of the token at first. */
export const dealer = first as Hex
/** So that the senders have accounts of a node, which are 10 otherwise. */
export const accountFlags = ['--accounts', String(accounts.length)]

/** Where it is on each node. */
const token = getContractAddress({ from: dealer, nonce: 0n })

export const kinds: Readonly<Record<string, TransferFields>> = {
  'raw transfers': plainTransfer,
  'ERC-20 transfers': {
    to: token,
    data: encodeFunctionData({ abi, functionName: 'transfer', args: [bob, 1n] }),
    gasLimit: 100_000n,
  },
}

export const deployToken = encodeDeployData({ abi, bytecode, args: ['Test', 'TST', supply] })

/** Signs for ten senders in turn. */
export function signer(): Promise<SignTransfers> {
  const keys = accounts.slice(1).map((account) => account.getHdKey().privateKey as Uint8Array)
  return transferSigner(keys)
}

/** Deploys the token on a fresh node and gives some of it to each sender. */
export async function handOutToken(ask: Ask): Promise<void> {
  await ask('eth_sendTransaction', [{ from: dealer, data: deployToken, gas: '0x1e8480' }])
  await ask('evm_mine', [])
  for (const sender of others) {
    const args = [sender, supply / 100n]
    const data = encodeFunctionData({ abi, functionName: 'transfer', args })
    await ask('eth_sendTransaction', [{ from: dealer, to: token, data, gas: '0x186a0' }])
  }
  await ask('evm_mine', [])
}
