import { publicActionsL2, walletActionsL2 } from '@eth-optimism/viem'
import { createDevnet } from 'preconf'
import { devnetTransport } from 'preconf/viem'
import { type Chain, createWalletClient, parseEther, publicActions } from 'viem'
import { base, optimism } from 'viem/chains'
import { expect, test } from 'vitest'

const account = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const to = '0x00000000000000000000000000000000000000aa'

test('ether goes from one L2 to the other', async () => {
  await using devnet = await createDevnet({ network: ['op', 'base'], l1: true, mining: 'auto' })
  const { l2s } = devnet // devnet itself is l2s.op
  const clientOf = (chain: Chain, l2: typeof l2s.op) =>
    createWalletClient({ account, chain, transport: devnetTransport(l2) })
      .extend(publicActions)
      .extend(publicActionsL2())
      .extend(walletActionsL2())
  const onOp = clientOf(optimism, l2s.op)
  const onBase = clientOf(base, l2s.base)

  const hash = await onOp.interop.sendETH({ to, value: parseEther('1'), chainId: base.id })
  const { logs } = await onOp.getTransactionReceipt({ hash })
  const messages = await onOp.interop.getCrossDomainMessages({ logs })
  for (const { log } of messages) {
    await onBase.interop.relayCrossDomainMessage(await onOp.interop.buildExecutingMessage({ log }))
  }
  expect(await onBase.getBalance({ address: to })).toBe(parseEther('1'))
})
