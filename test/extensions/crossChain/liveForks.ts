import { parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect } from 'vitest'
import type { L1Options } from '../../../src/types/crossChain.ts'
import type { DevnetOptions } from '../../../src/types/options/options.ts'
import { alice, fresh, type Pair, pair } from './pair.ts'

const targetChain = optimism

type ForkOptions = Omit<DevnetOptions, 'l1'> & { readonly l1?: L1Options }

/** Forks of both chains of a pair, which listens at the URL. */
export function forksOf(url: string, { l1 = {}, ...options }: ForkOptions = {}) {
  return pair({
    network: undefined,
    fork: url,
    l1: { fork: `${url}/l1`, proposeEvery: 1, ...l1 },
    ...options,
  })
}

/** Deposits for an account that has nothing, and gives the hashes on both chains. */
export async function deposit({ publicL1, publicL2, walletL1 }: Pair, mint: bigint) {
  const args = await publicL2.buildDepositTransaction({ account: alice, mint, to: fresh })
  const hash = await walletL1.depositTransaction(args as never)
  const [onL2 = '0x'] = getL2TransactionHashes(await publicL1.getTransactionReceipt({ hash }))
  return { onL1: hash, onL2 }
}

/** Starts a withdrawal on L2, and gives its receipt. */
export async function withdraw({ publicL1, publicL2, walletL2 }: Pair, value = parseEther('1')) {
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value })
  const hash = await walletL2.initiateWithdrawal(args)
  return publicL2.getTransactionReceipt({ hash })
}

export type Receipt = Awaited<ReturnType<typeof withdraw>>

/** Proves a withdrawal with the newest game. */
export async function prove({ publicL1, publicL2, walletL1 }: Pair, receipt: Receipt) {
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  const hash = await walletL1.proveWithdrawal(proof as never)
  expect((await publicL1.getTransactionReceipt({ hash })).status).toBe('success')
  return withdrawal
}

/** The status of a withdrawal, as viem has it. */
export const statusOf = ({ publicL1 }: Pair, receipt: Receipt) =>
  publicL1.getWithdrawalStatus({ receipt, targetChain })
