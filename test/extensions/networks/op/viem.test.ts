import {
  createPublicClient,
  createWalletClient,
  custom,
  encodeAbiParameters,
  type Hex,
  hexToBytes,
  keccak256,
  parseEther,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { chainConfig, getWithdrawals, publicActionsL2, walletActionsL2 } from 'viem/op-stack'
import { describe, expect, test } from 'vitest'
import { withdrawalsRoot } from '../../../../src/execution/rules/body.ts'
import type { PreconfDevnet } from '../../../../src/types/devnet.ts'
import { testDevnet } from '../../../support/testDevnet.ts'

const bob = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const messagePasser = '0x4200000000000000000000000000000000000016'

/** viem's clients with its actions for L2s of the OP stack. */
function clientsOf(devnet: PreconfDevnet) {
  const [first] = devnet.accounts
  const account = privateKeyToAccount(first?.privateKey as Hex)
  const chain = { ...chainConfig, ...devnet.viemChain }
  const transport = custom(devnet.provider)
  return {
    account,
    client: createPublicClient({ chain, transport }).extend(publicActionsL2()),
    wallet: createWalletClient({ account, chain, transport }).extend(walletActionsL2()),
  }
}

describe.each(['op', 'unichain', 'base', 'base-flashblocks'] as const)('on %s', (network) => {
  test('the estimated fees are those that are paid', async () => {
    await using devnet = await testDevnet({
      network: { like: network, operatorFeeScalar: 7, operatorFeeConstant: 1000n },
    })
    await devnet.l1.set({ baseFee: 31_415_926_535n, blobBaseFee: 2_718_281_828n })
    await devnet.seal()
    const { account, client, wallet } = clientsOf(devnet)
    const request = { account, to: bob, value: 1n } as const
    expect(await client.getL1BaseFee()).toBe(31_415_926_535n)
    const l1Fee = await client.estimateL1Fee(request)
    const operatorFee = await client.estimateOperatorFee(request)
    expect(operatorFee).toBe(21_000n * 7n * 100n + 1000n)
    const total = await client.estimateTotalFee(request)
    const gasPrice = await client.getGasPrice()
    expect(total).toBe(l1Fee + operatorFee + 21_000n * gasPrice)

    const before = await client.getBalance({ address: account.address, blockTag: 'latest' })
    const hash = await wallet.sendTransaction({ to: bob, value: 1n })
    await devnet.seal()
    const receipt = await client.getTransactionReceipt({ hash })
    const after = await client.getBalance({ address: account.address, blockTag: 'latest' })
    const gasFee = receipt.gasUsed * receipt.effectiveGasPrice
    expect(before - after).toBe(1n + gasFee + (receipt.l1Fee as bigint) + operatorFee)
    // A plain transfer has the least size, signed or not.
    expect(receipt.l1Fee).toBe(l1Fee)
    expect(receipt).toMatchObject({ l1GasPrice: 31_415_926_535n, l1FeeScalar: null })
  })

  test('a deposit is built', async () => {
    await using devnet = await testDevnet({ network })
    const { client } = clientsOf(devnet)
    const { request } = await client.buildDepositTransaction({
      account: bob,
      mint: parseEther('1'),
      to: bob,
    })
    expect(request).toMatchObject({ to: bob, mint: parseEther('1'), gas: 21_000n })
  })

  test('a withdrawal is begun, found and proven', async () => {
    await using devnet = await testDevnet({ network })
    const { client, wallet } = clientsOf(devnet)
    const hash = await wallet.initiateWithdrawal({
      request: { gas: 21_000n, to: bob, value: 12_345n },
    })
    await devnet.seal()
    const receipt = await client.getTransactionReceipt({ hash })
    const [withdrawal] = getWithdrawals(receipt)
    if (withdrawal === undefined) throw new Error('no withdrawal')
    expect(withdrawal).toMatchObject({ target: bob, value: 12_345n, gasLimit: 21_000n })

    const block = await client.getBlock({ blockNumber: receipt.blockNumber })
    const proven = await client.buildProveWithdrawal({
      output: {
        l2BlockNumber: receipt.blockNumber,
        outputIndex: 0n,
        outputRoot: '0x',
        timestamp: block.timestamp,
      },
      withdrawal,
    })
    const { outputRootProof, withdrawalProof } = proven
    expect(outputRootProof).toMatchObject({
      stateRoot: block.stateRoot,
      latestBlockhash: block.hash,
      messagePasserStorageRoot: block.withdrawalsRoot,
    })
    expect(keccak256(withdrawalProof[0] as Hex)).toBe(block.withdrawalsRoot)
    const slot = keccak256(
      encodeAbiParameters(
        [{ type: 'bytes32' }, { type: 'uint256' }],
        [withdrawal.withdrawalHash, 0n],
      ),
    )
    const sent = await client.getStorageAt({ address: messagePasser, slot, blockTag: 'latest' })
    expect(BigInt(sent as Hex)).toBe(1n)
    expect(hexToBytes(block.withdrawalsRoot as Hex)).not.toEqual(withdrawalsRoot([]))
  })
})
