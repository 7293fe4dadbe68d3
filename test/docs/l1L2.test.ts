import { createDevnet } from 'preconf'
import { devnetTransport } from 'preconf/viem'
import { createPublicClient, createWalletClient, type Hash, parseEther } from 'viem'
import { mainnet, optimism } from 'viem/chains'
import {
  getL2TransactionHashes,
  publicActionsL1,
  publicActionsL2,
  walletActionsL1,
  walletActionsL2,
} from 'viem/op-stack'
import { expect, test } from 'vitest'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const to = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'

async function start() {
  const devnet = await createDevnet({ network: 'op', l1: { proposeEvery: 2 }, clock: 'manual' })
  const l1 = { chain: mainnet, transport: devnetTransport(devnet.l1) }
  const l2 = { chain: optimism, transport: devnetTransport(devnet) }
  return {
    devnet,
    l1: createPublicClient(l1).extend(publicActionsL1()),
    l2: createPublicClient(l2).extend(publicActionsL2()),
    wallet: createWalletClient({ ...l1, account }).extend(walletActionsL1()),
    walletL2: createWalletClient({ ...l2, account }).extend(walletActionsL2()),
  }
}

type App = Awaited<ReturnType<typeof start>>

/** How far the progress bar of a deposit is, in percent. */
async function progress({ l1, l2 }: App, hash: Hash): Promise<number> {
  const sent = await l1.getTransactionReceipt({ hash }).catch(() => undefined)
  if (sent === undefined) return 10
  const [hashOnL2 = '0x'] = getL2TransactionHashes(sent)
  const arrived = await l2.getTransactionReceipt({ hash: hashOnL2 }).catch(() => undefined)
  if (arrived === undefined) return 50
  return (await l2.getBlockNumber({ cacheTime: 0 })) < arrived.blockNumber ? 90 : 100
}

test('the bar of a deposit fills up', async () => {
  const app = await start()
  await using devnet = app.devnet
  const deposit = await app.l2.buildDepositTransaction({ account, mint: parseEther('1'), to })
  const hash = await app.wallet.depositTransaction(deposit)
  expect(await progress(app, hash)).toBe(10)
  await devnet.clock.advance('12s') // a block of the L1
  expect(await progress(app, hash)).toBe(90) // pre-confirmed: the first flashblock has it
  await devnet.clock.advance('2s')
  expect(await progress(app, hash)).toBe(100)
})

test('a withdrawal can be finalized after a week', async () => {
  const app = await start()
  const { l1, l2, wallet, walletL2 } = app
  await using devnet = app.devnet
  const request = await l1.buildInitiateWithdrawal({ account, to, value: parseEther('1') })
  const hash = await walletL2.initiateWithdrawal(request)
  await devnet.clock.advance('24s')
  const receipt = await l2.getTransactionReceipt({ hash })
  const status = () => l1.getWithdrawalStatus({ receipt, targetChain: optimism })
  expect(await status()).toBe('ready-to-prove')
  const { game, withdrawal } = await l1.waitToProve({ receipt, targetChain: optimism })
  await wallet.proveWithdrawal(await l2.buildProveWithdrawal({ account, game, withdrawal }))
  await devnet.clock.advance('12s')
  expect(await status()).toBe('waiting-to-finalize')

  await devnet.provider.request({ method: 'evm_increaseTime', params: [7 * 86_400] })
  await devnet.clock.advance('12s')
  expect(await status()).toBe('ready-to-finalize')
  await wallet.finalizeWithdrawal({ targetChain: optimism, withdrawal })
  await devnet.clock.advance('12s')
  expect(await status()).toBe('finalized')
})
