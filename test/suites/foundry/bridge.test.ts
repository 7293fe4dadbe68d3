import { expect, test } from 'vitest'
import { alice, aliceKey } from '../support/accounts.ts'
import { cast } from '../support/foundry.ts'
import { startNode } from '../support/node.ts'

const portal = '0xbEb5Fc579115071764c7423A4f12eDde41f106Ed'
const factory = '0xe5965Ab5962eDc7477C8520243A95517CD252fA9'
const passer = '0x4200000000000000000000000000000000000016'
const to = '0x00000000000000000000000000000000000000aa'
const withdrawalType = '(uint256,address,address,uint256,uint256,bytes)'

interface Sent {
  readonly status: string
  readonly blockNumber: string
  readonly logs: readonly { readonly topics: readonly string[]; readonly data: string }[]
}

/** What cast does on one of the chains. */
function castOn(url: string) {
  const rpc = ['--rpc-url', url]
  return {
    cast: (command: string, ...args: readonly string[]) => cast(command, ...args, ...rpc),
    send: async (...args: readonly string[]) => {
      const printed = await cast('send', ...args, ...rpc, '--private-key', aliceKey, '--json')
      const sent = JSON.parse(printed) as Sent
      expect(sent.status).toBe('0x1')
      return sent
    },
  }
}

test('cast deposits, proves a withdrawal by hand and finalizes it', async () => {
  await using node = await startNode(
    ...['--network', 'op', '--l1', 'proposeEvery=1', '--mining', 'auto'],
  )
  const l1 = castOn(`${node.url}/l1`)
  const l2 = castOn(node.url)
  const deposit = ['depositTransaction(address,uint256,uint64,bool,bytes)', to, '3', '100000']
  await l1.send(portal, ...deposit, 'false', '0x', '--value', '5')
  await expect.poll(() => l2.cast('balance', to)).toBe('3')

  const initiate = ['initiateWithdrawal(address,uint256,bytes)', to, '50000', '0x']
  const { logs, blockNumber } = await l2.send(passer, ...initiate, '--value', '2')
  const [log] = logs
  const decoded = await cast('abi-decode', 'f()(uint256,uint256,bytes,bytes32)', log?.data ?? '')
  const hash = decoded.split('\n').at(-1) as string
  const withdrawal = `(${log?.topics[1]},${alice},${to},2,50000,0x)`
  const games = () => l1.cast('call', factory, 'gameCount()(uint256)')
  await expect.poll(games).toBe('2')
  await l1.cast('rpc', 'evm_mine')
  const slot = await cast('index', 'bytes32', hash, '0')
  const proof = JSON.parse(
    await l2.cast('rpc', 'eth_getProof', passer, JSON.stringify([slot]), blockNumber),
  )
  const field = (name: string) => l2.cast('block', blockNumber, '--field', name)
  const root = `(0x${'0'.repeat(64)},${await field('stateRoot')},${proof.storageHash},${await field('hash')})`
  await l1.send(
    portal,
    `proveWithdrawalTransaction(${withdrawalType},uint256,(bytes32,bytes32,bytes32,bytes32),bytes[])`,
    withdrawal,
    '1',
    root,
    `[${proof.storageProof[0].proof.join(',')}]`,
  )
  await l1.cast('rpc', 'evm_increaseTime', String(7 * 86_400 + 1))
  await l1.cast('rpc', 'evm_mine')
  await l1.send(portal, `finalizeWithdrawalTransaction(${withdrawalType})`, withdrawal)
  expect(await l1.cast('balance', to)).toBe('2')
  expect(await l1.cast('call', portal, 'finalizedWithdrawals(bytes32)(bool)', hash)).toBe('true')
})
