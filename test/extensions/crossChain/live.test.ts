import { type Hex, parseEther } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { alice, fresh, pair, week } from './pair.ts'

const targetChain = optimism

test('deposit', async () => {
  await using live = await pair()
  const { url } = await live.devnet.listen({ port: 0 })
  const t = performance.now()
  await using chains = await pair({ fork: { url }, l1: { fork: `${url}/l1`, proposeEvery: 2 } })
  console.log('start', performance.now() - t)
  const { publicL1, publicL2, walletL1, walletL2 } = chains
  const deposit = await chains.publicL2.buildDepositTransaction({ account: alice, mint: parseEther('3'), to: fresh })
  const sent = await chains.walletL1.depositTransaction(deposit as never)
  const onL1 = await chains.publicL1.getTransactionReceipt({ hash: sent })
  const [hash] = getL2TransactionHashes(onL1)
  const onL2 = await chains.publicL2.waitForTransactionReceipt({ hash: hash! })
  expect(onL2).toMatchObject({ status: 'success', type: '0x7e' })
  expect(await chains.publicL2.getBalance({ address: fresh })).toBe(parseEther('3'))
  const info = await chains.askL2('preconf_networkInfo') as any
  console.log(info.notModelled.at(-1))
  console.log(await chains.askL2('preconf_crossChain', sent))
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value: parseEther('1') })
  const started = await walletL2.initiateWithdrawal(args)
  const receipt = await publicL2.getTransactionReceipt({ hash: started })
  const status = () => publicL1.getWithdrawalStatus({ receipt, targetChain })
  console.log(await status(), await chains.askL2('preconf_crossChain', started))
  await chains.pass(2)
  console.log(await status())
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  console.log(game)
  const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  const proven = await walletL1.proveWithdrawal(proof as never)
  expect(await publicL1.getTransactionReceipt({ hash: proven })).toMatchObject({ status: 'success' })
  console.log(await status(), await chains.askL1('preconf_crossChain', started))
  await chains.askL2('evm_increaseTime', week + 1)
  await chains.pass(1)
  console.log(await status(), await chains.askL1('preconf_crossChain', started))
  const finalized = await walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  expect(await publicL1.getTransactionReceipt({ hash: finalized })).toMatchObject({ status: 'success' })
  console.log(await status(), await chains.askL1('preconf_crossChain', started))
}, 60000)
