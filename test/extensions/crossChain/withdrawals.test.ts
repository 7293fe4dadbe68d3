import { type Hex, parseEther, toFunctionSelector, zeroHash } from 'viem'
import { optimism } from 'viem/chains'
import { getL2TransactionHashes } from 'viem/op-stack'
import { expect, test } from 'vitest'
import { testDevnet } from '../../support/testDevnet.ts'
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

test('a withdrawal is proven where time begins at 0', async () => {
  await using chains = await pair({ timestamp: 0, l1: { proposeEvery: 1 } })
  const receipt = await withdraw(chains)
  expect((await chains.publicL1.getBlock()).timestamp).toBe(1n)
  expect(await prove(chains, receipt)).toMatchObject({ receipt: { status: 'success' } })
})

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

test('preconf_crossChain follows a deposit and a withdrawal, asked on either chain', async () => {
  const l1 = { blockTime: '4s', proposeEvery: 4, proofMaturity: '1h' } as const
  await using chains = await pair({ mining: 'flashblocks', l1 })
  const { devnet, publicL1, publicL2, walletL1, walletL2 } = chains
  const follow = (hash: Hex) => chains.askL2('preconf_crossChain', hash)
  const args = await publicL2.buildDepositTransaction({ account: alice, mint: 3n, to: fresh })
  const sent = await walletL1.depositTransaction(args)
  expect(await follow(sent)).toEqual([])
  await devnet.clock.advance(3999)
  await devnet.l1.seal()
  const onL1 = { hash: sent, blockNumber: '0x1' }
  const [l2Hash = '0x'] = getL2TransactionHashes(
    await publicL1.getTransactionReceipt({ hash: sent }),
  )
  const deposit = {
    kind: 'deposit',
    l1: onL1,
    l2: { hash: l2Hash, blockNumber: null },
    relay: null,
    from: alice.toLowerCase(),
    to: fresh,
    value: '0x3',
    network: null,
  }
  expect(await follow(sent)).toEqual([{ ...deposit, status: 'waiting' }])
  await devnet.clock.advance(201)
  expect(await follow(sent)).toEqual([{ ...deposit, status: 'preconfirmed' }])
  await devnet.clock.advance(2000)
  const arrived = { ...deposit, status: 'success', l2: { hash: l2Hash, blockNumber: '0x3' } }
  expect(await follow(l2Hash)).toEqual([arrived])
  expect(await chains.askL1('preconf_crossChain', sent)).toEqual([arrived])

  const request = await publicL1.buildInitiateWithdrawal({ account: alice, to: fresh, value: 1n })
  const hash = await walletL2.initiateWithdrawal(request)
  await devnet.clock.advance(2000)
  const receipt = await publicL2.getTransactionReceipt({ hash })
  const state = async () => {
    const [crossing] = (await follow(hash)) as [{ status: string; finalizableAt: Hex | null }]
    expect(crossing.status).toBe(await publicL1.getWithdrawalStatus({ receipt, targetChain }))
    return crossing
  }
  expect((await state()).status).toBe('waiting-to-prove')
  await devnet.clock.advance('20s')
  expect((await state()).status).toBe('ready-to-prove')
  await prove(chains, receipt).catch(() => undefined)
  await devnet.clock.advance('4s')
  const { status, finalizableAt } = await state()
  expect(status).toBe('waiting-to-finalize')
  // One second before, and then.
  const { timestamp } = await publicL1.getBlock()
  await chains.askL2('evm_increaseTime', Number(BigInt(finalizableAt as Hex) - timestamp) - 1)
  await devnet.l1.seal()
  expect((await state()).status).toBe('waiting-to-finalize')
  await devnet.clock.advance('4s')
  expect((await state()).status).toBe('ready-to-finalize')
  const { withdrawal } = await publicL1.waitToProve({ receipt, targetChain })
  await walletL1.finalizeWithdrawal({ targetChain, withdrawal })
  await devnet.clock.advance('4s')
  expect((await state()).status).toBe('finalized')
})

test('preconf_crossChain needs another chain', async () => {
  await using devnet = await testDevnet()
  const asked = devnet.provider.request({ method: 'preconf_crossChain', params: [zeroHash] })
  await expect(asked).rejects.toThrow('--network op --l1')
})
