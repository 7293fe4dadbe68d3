import { type Hex, parseEther, toFunctionSelector, zeroHash } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { alice, fresh, type Pair, pair, week } from './pair.ts'

const targetChain = optimism

/** Starts a withdrawal on L2, and gives its receipt. */
async function withdraw({ publicL1, walletL2, publicL2 }: Pair, value = parseEther('1')) {
  const args = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value })
  const hash = await walletL2.initiateWithdrawal(args as never)
  return publicL2.getTransactionReceipt({ hash })
}

/** How an error of the portal is told that viem does not know. */
const portalError = (name: string) => toFunctionSelector(`OptimismPortal_${name}()`)

type Receipt = Awaited<ReturnType<typeof withdraw>>

/** Proves a withdrawal with the newest game. */
async function prove({ publicL1, publicL2, walletL1 }: Pair, receipt: Receipt) {
  const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  const args = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  const hash = await walletL1.proveWithdrawal(args as never)
  return { withdrawal, args, receipt: await publicL1.getTransactionReceipt({ hash }) }
}

test.each(['auto', 'interval', 'flashblocks'] as const)(
  'viem deposits, and withdraws after a week, where blocks are made by %s',
  async (mining) => {
    await using chains = await pair({ mining, l1: { proposeEvery: 2 } })
    const { devnet, publicL1, publicL2, walletL1 } = chains
    const pass = async (ms: number) => {
      if (mining !== 'auto') await devnet.clock.advance(ms)
    }
    const deposit = await publicL2.buildDepositTransaction({
      account: alice,
      mint: parseEther('3'),
      to: fresh,
    })
    const sent = await walletL1.depositTransaction(deposit as never)
    await pass(12_000)
    const onL1 = await publicL1.getTransactionReceipt({ hash: sent })
    const [hash] = getL2TransactionHashes(onL1)
    await pass(4000)
    const onL2 = await publicL2.waitForTransactionReceipt({ hash: hash as Hex })
    expect(onL2).toMatchObject({ status: 'success', type: '0x7e' })
    expect(await publicL2.getBalance({ address: fresh })).toBe(parseEther('3'))

    const args = await publicL1.buildInitiateWithdrawal({
      account: alice,
      to: fresh,
      value: parseEther('1'),
    })
    const started = await chains.walletL2.initiateWithdrawal(args as never)
    await pass(2000)
    const receipt = await publicL2.getTransactionReceipt({ hash: started })
    const status = () => publicL1.getWithdrawalStatus({ receipt, targetChain })
    expect(receipt.status).toBe('success')
    if (mining === 'auto') {
      expect(await status()).toBe('ready-to-prove')
      await chains.pass(2)
    } else {
      expect(await status()).toBe('waiting-to-prove')
      const { seconds } = await publicL1.getTimeToProve({ receipt, targetChain })
      expect(seconds).toBeGreaterThanOrEqual(0)
      await pass(24_000)
      expect(await status()).toBe('ready-to-prove')
    }
    const { game, withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
    const proof = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
    const proven = await walletL1.proveWithdrawal(proof as never)
    await pass(12_000)
    expect(await publicL1.getTransactionReceipt({ hash: proven })).toMatchObject({
      status: 'success',
    })
    expect(await status()).toBe('waiting-to-finalize')
    const { withdrawalHash } = withdrawal
    expect((await publicL1.getTimeToFinalize({ withdrawalHash, targetChain })).period).toBe(week)

    await chains.askL2('evm_increaseTime', week + 1)
    await (mining === 'auto' ? chains.pass(1) : pass(12_000))
    expect(await status()).toBe('ready-to-finalize')
    const finalized = await walletL1.finalizeWithdrawal({ targetChain, withdrawal })
    await pass(12_000)
    expect(await publicL1.getTransactionReceipt({ hash: finalized })).toMatchObject({
      status: 'success',
    })
    expect(await status()).toBe('finalized')
    expect(await publicL1.getBalance({ address: fresh })).toBe(parseEther('1'))
  },
)

test('a proof of another withdrawal, of another state or of a game that is not there is refused', async () => {
  await using chains = await pair({ l1: { proposeEvery: 1 } })
  const first = await withdraw(chains)
  const second = await withdraw(chains, 5n)
  await chains.pass(2)
  const { publicL1, publicL2, walletL1 } = chains
  const { game, withdrawal } = await publicL1.waitToProve({ receipt: second, targetChain })
  const args = await publicL2.buildProveWithdrawal({ account: alice, game, withdrawal })
  const other = await publicL1.waitToProve({ receipt: first, targetChain })
  const send = (changes: object) =>
    publicL1.estimateProveWithdrawalGas({ ...args, ...changes } as never)
  const refused = async (changes: object, error: string) => {
    await expect(send(changes)).rejects.toThrow(portalError(error))
  }
  await refused({ withdrawal: other.withdrawal }, 'InvalidMerkleProof')
  await refused({ withdrawal: { ...withdrawal, value: 6n } }, 'InvalidMerkleProof')
  const { outputRootProof, withdrawalProof } = args
  await refused({ withdrawalProof: withdrawalProof.slice(1) }, 'InvalidMerkleProof')
  await refused({ withdrawalProof: [] }, 'InvalidMerkleProof')
  const state = { ...outputRootProof, stateRoot: zeroHash }
  await refused({ outputRootProof: state }, 'InvalidOutputRootProof')
  await refused({ l2OutputIndex: 0n }, 'InvalidOutputRootProof')
  await expect(send({ l2OutputIndex: 99n })).rejects.toThrow('reverted')
  await send({})
  const hash = await walletL1.proveWithdrawal(args as never)
  expect(await publicL1.getTransactionReceipt({ hash })).toMatchObject({ status: 'success' })
})

test('a withdrawal is finalized once, and not before its time', async () => {
  await using chains = await pair({
    l1: { proposeEvery: 1, proofMaturity: '1h', maturity: '10m', finalizationDelay: '10m' },
  })
  const { publicL1, walletL1 } = chains
  const receipt = await withdraw(chains)
  await chains.pass(2)
  const { withdrawal } = await prove(chains, receipt)
  const request = { account: alice, targetChain, withdrawal }
  const check = () => publicL1.estimateFinalizeWithdrawalGas(request)
  const finalize = async () => {
    const hash = await walletL1.finalizeWithdrawal(request)
    return (await publicL1.getTransactionReceipt({ hash })).status
  }
  await expect(check()).rejects.toThrow(portalError('ProofNotOldEnough'))
  await chains.pass(3500)
  await expect(check()).rejects.toThrow(portalError('ProofNotOldEnough'))
  await chains.pass(200)
  expect(await finalize()).toBe('success')
  expect(await publicL1.getBalance({ address: fresh })).toBe(parseEther('1'))
  await expect(check()).rejects.toThrow(portalError('AlreadyFinalized'))
  expect(await finalize()).toBe('reverted')
  await expect(prove(chains, receipt)).resolves.toMatchObject({ receipt: { status: 'success' } })
  await chains.pass(4000)
  await expect(check()).rejects.toThrow(portalError('AlreadyFinalized'))
  expect(await publicL1.getBalance({ address: fresh })).toBe(parseEther('1'))
})

test('many withdrawals are proven in a trie of many slots', async () => {
  await using chains = await pair({ l1: { proposeEvery: 1 } })
  const receipts: Receipt[] = []
  for (let count = 1; count <= 40; count++) receipts.push(await withdraw(chains, BigInt(count)))
  await chains.pass(2)
  for (const receipt of [receipts[0], receipts[17], receipts[39]] as Receipt[]) {
    expect((await prove(chains, receipt)).receipt.status).toBe('success')
  }
})
